let audio: AudioContext | undefined

/** A short high tone for what was found, a long low one for what was not: the eyes stay on the goods. */
export function scanSound(found: boolean) {
  audio ??= new AudioContext()
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  const [pitch, seconds] = found ? [1320, 0.07] : [196, 0.35]
  tone.type = found ? 'sine' : 'square'
  tone.frequency.value = pitch
  volume.gain.value = found ? 0.12 : 0.06
  tone.connect(volume).connect(audio.destination)
  tone.start()
  tone.stop(audio.currentTime + seconds)
}
