import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'

import { account, Credentials } from '../../../contract/account.ts'
import { screens } from '../../../contract/screens.ts'
import { useWrite } from '../../lib/query.ts'
import { keepAccount, takeReturnPath, useAccount } from '../../lib/session.ts'
import { missingIn, SubmitButton } from '../../ui/SubmitButton.tsx'
import { EmailField, PasswordField } from '../../ui/textFields.tsx'
import { toasts } from '../../ui/toasts.ts'
import { Gate } from './Gate.tsx'

export function SignIn() {
  const signedIn = useAccount() !== null
  const login = useWrite(account.login)
  const arriving = useSignInLink()
  const { control, handleSubmit } = useForm({
    mode: 'onChange',
    resolver: zodResolver(Credentials),
    defaultValues: { email: '', password: '' },
  })
  const checked = Credentials.safeParse(useWatch({ control }))
  if (arriving)
    return (
      <Gate title="Sign in">
        <output>Signing in...</output>
      </Gate>
    )
  if (signedIn) return <Navigate to={takeReturnPath(screens.dashboard)} replace />

  const submit = handleSubmit((body) =>
    login.mutate({ body }, { onSuccess: keepAccount, onError: ({ message }) => toasts.error(message) }),
  )
  return (
    <Gate title="Sign in">
      <form onSubmit={(event) => void submit(event)} noValidate aria-label="Sign in">
        <EmailField control={control} name="email" label="Email" size="lg" autoComplete="username" />
        <PasswordField control={control} name="password" label="Password" size="lg" autoComplete="current-password" />
        <SubmitButton missing={missingIn(checked.error)} pending={login.isPending} size="lg" fullWidth>
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

/** Signs in by the link that an administrator has made (`#link=…`). Answers whether that is still going on. */
function useSignInLink(): boolean {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const byLink = useWrite(account.signInByLink)
  const token = hash.startsWith('#link=') ? hash.slice('#link='.length) : null
  const sent = useRef<string | null>(null)
  useEffect(() => {
    if (token === null || token === sent.current) return
    sent.current = token
    byLink.mutate({ body: { token } }, { onSuccess: keepAccount, onError: ({ message }) => toasts.error(message) })
    // Used up: it should stay neither in the address nor in the history.
    void navigate(screens.login, { replace: true })
  })
  return token !== null || byLink.isPending
}
