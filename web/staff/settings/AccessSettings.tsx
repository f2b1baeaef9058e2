import { OwnSessions } from '../people/users/OwnSessions.tsx'
import { Devices } from './devices/Devices.tsx'
import { Setting } from './Setting.tsx'

/** Shows where the user is signed in. */
export const OwnSessionsSetting = () => (
  <Setting title="Your sessions" hint="Where you are signed in. After a sign-out there, your password is needed again.">
    <OwnSessions />
  </Setting>
)

/** Shows a Manager the enrolled browsers. */
export const DeviceSetting = () => (
  <Setting title="Devices" hint="Browsers at a counter, in which the staff change places with a PIN of six digits.">
    <Devices />
  </Setting>
)
