let audio: AudioContext | undefined

/**
 * Plays a short high tone for a known code and a long low tone for an unknown one, so that users can watch the goods.
 */
export function playScanSound(found: boolean) {
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
