import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'

import { account, Registration } from '../../../contract/people/account.ts'
import { screens } from '../../../contract/shared/screens.ts'
import { z } from '../../../contract/shared/zod.ts'
import { publicPaths } from '../../../contract/site/site.ts'
import { useWrite } from '../../lib/query.ts'
import { currentAccount, storeAccount } from '../../lib/session.ts'
import { listProblems, SubmitButton } from '../../ui/form/SubmitButton.tsx'
import { EmailField, PasswordField, TextField } from '../../ui/form/textFields.tsx'
import { toasts } from '../../ui/toasts.ts'
import { Gate } from './Gate.tsx'

const Form = Registration.extend({
  confirmPassword: z.string().min(1, 'Confirm password is required'),
}).refine((form) => form.password === form.confirmPassword, {
  path: ['confirmPassword'],
  message: 'Passwords do not match',
  // This check runs even while other fields are invalid.
  when: ({ value }) => (value as { confirmPassword?: string }).confirmPassword !== '',
})

export function SignUp() {
  const navigate = useNavigate()
  const register = useWrite(account.register)
  const { control, handleSubmit, trigger, subscribe, getValues } = useForm({
    mode: 'onChange',
    resolver: zodResolver(Form),
    defaultValues: { name: '', email: '', password: '', confirmPassword: '' },
  })
  const values = useWatch({ control })

  // A signed-in visitor is redirected. Registration itself redirects to the dashboard.
  useEffect(() => {
    if (currentAccount()) location.replace(publicPaths.home)
  }, [])
  // A change of the password validates its repetition again.
  useEffect(
    () =>
      subscribe({
        name: 'password',
        formState: { values: true },
        callback: () => {
          if (getValues('confirmPassword') !== '') void trigger('confirmPassword')
        },
      }),
    [subscribe, getValues, trigger],
  )

  const checked = Form.safeParse(values)
  const submit = handleSubmit(({ name, email, password }) =>
    register.mutate(
      { body: { name, email, password } },
      {
        onSuccess: (made) => {
          storeAccount(made)
          void navigate(screens.dashboard, { replace: true })
        },
        onError: ({ message }) => toasts.error(message),
      },
    ),
  )
  return (
    <Gate title="Sign up">
      <form onSubmit={(event) => void submit(event)} noValidate aria-label="Sign up">
        <TextField control={control} name="name" label="Name" size="lg" autoComplete="name" />
        <EmailField control={control} name="email" label="Email" size="lg" autoComplete="username" />
        <PasswordField control={control} name="password" label="Password" size="lg" autoComplete="new-password" />
        <PasswordField
          control={control}
          name="confirmPassword"
          label="Confirm Password"
          size="lg"
          autoComplete="new-password"
        />
        <SubmitButton missing={listProblems(checked.error)} pending={register.isPending} size="lg" fullWidth>
          Register
        </SubmitButton>
        <p>
          <Link className="under" to={screens.login}>
            You have an account? Login now
          </Link>
        </p>
      </form>
    </Gate>
  )
}
