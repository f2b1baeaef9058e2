import { PasswordInput, TextInput } from '@mantine/core'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'

import { account, Credentials } from '../../../contract/people/account.ts'
import { screens } from '../../../contract/shared/screens.ts'
import { useWrite } from '../../lib/query.ts'
import { isDevice } from '../../lib/screenLock.ts'
import { storeAccount, takeReturnPath, useAccount } from '../../lib/session.ts'
import { listProblems, SubmitButton } from '../../ui/form/SubmitButton.tsx'
import { AlertIcon } from '../../ui/icons.tsx'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { toasts } from '../../ui/toasts.ts'
import { Gate } from './Gate.tsx'

type Field = keyof typeof emptyFields
const emptyFields = { email: '', password: '' }

const PinSignIn = lazyComponent(async () => (await import('../shared/devices/PinSignIn.tsx')).PinSignIn)

/** The form library is not used here: it would add a tenth to this page's code, for only two fields. */
export function SignIn() {
  const signedIn = useAccount() !== null
  const login = useWrite(account.login)
  const isSigningIn = useSignInLink()
  const [byPin, setByPin] = useState(isDevice)
  const [typed, setTyped] = useState(emptyFields)
  const [touched, setTouched] = useState<readonly Field[]>([])
  const form = useRef<HTMLFormElement>(null)
  const checked = Credentials.safeParse(typed)
  // Nothing else is on this page, so the first field takes the keys.
  useEffect(() => {
    if (!byPin) form.current?.querySelector('input')?.focus()
  }, [byPin])
  if (isSigningIn)
    return (
      <Gate title="Sign in">
        <output>Signing in...</output>
      </Gate>
    )
  if (signedIn) return <Navigate to={takeReturnPath(screens.dashboard)} replace />

  if (byPin)
    return (
      <Gate title="Sign in">
        <PinSignIn onSignedIn={storeAccount} onPassword={() => setByPin(false)} />
      </Gate>
    )

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (checked.success)
      return login.mutate(
        { body: checked.data },
        { onSuccess: storeAccount, onError: ({ message }) => toasts.error(message) },
      )
    setTouched(['email', 'password'])
    form.current?.querySelector<HTMLInputElement>(`[name=${String(checked.error.issues[0]!.path[0])}]`)?.focus()
  }

  const field = (name: Field) => {
    const wrong = touched.includes(name) && checked.error?.issues.find(({ path }) => path[0] === name)
    return {
      name,
      size: 'lg',
      value: typed[name],
      onChange: (event: SyntheticEvent<HTMLInputElement>) => {
        setTyped({ ...typed, [name]: event.currentTarget.value })
        if (!touched.includes(name)) setTouched([...touched, name])
      },
      error: wrong && (
        <span className="err">
          <AlertIcon /> {wrong.message}
        </span>
      ),
    }
  }
  return (
    <Gate title="Sign in">
      <form ref={form} onSubmit={submit} noValidate aria-label="Sign in">
        <TextInput {...field('email')} type="email" inputMode="email" label="Email" autoComplete="username" />
        <PasswordInput {...field('password')} label="Password" autoComplete="current-password" />
        <SubmitButton missing={listProblems(checked.error)} pending={login.isPending} size="lg" fullWidth>
          Sign In
        </SubmitButton>
        <p>
          No account yet?{' '}
          <Link className="under" to={screens.register}>
            Register
          </Link>
        </p>
      </form>
    </Gate>
  )
}

/** Signs in by a link from an administrator (`#link=…`). Returns whether the sign-in is still in progress. */
function useSignInLink(): boolean {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const byLink = useWrite(account.signInByLink)
  const token = hash.startsWith('#link=') ? hash.slice('#link='.length) : null
  const sent = useRef<string | null>(null)
  useEffect(() => {
    if (token === null || token === sent.current) return
    sent.current = token
    byLink.mutate({ body: { token } }, { onSuccess: storeAccount, onError: ({ message }) => toasts.error(message) })
    // The token is used up and must not stay in the address or the history.
    void navigate(screens.login, { replace: true })
  })
  return token !== null || byLink.isPending
}
