import { zodResolver } from '@hookform/resolvers/zod'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'

import { account, type Account, ProfileUpdate } from '../../../contract/people/account.ts'
import type { ApiError } from '../../lib/api.ts'
import { pictureTypes } from '../../lib/pictures.ts'
import { ownProfile } from '../../lib/profile.ts'
import { useWrite } from '../../lib/query.ts'
import { may, storeAccount, useAccount } from '../../lib/session.ts'
import { useDialogs } from '../../ui/dialog/dialogs.tsx'
import { EmailField, PasswordField, TextField } from '../../ui/form/fields.tsx'
import { SubmitButton } from '../../ui/form/SubmitButton.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Thumb } from '../../ui/Thumb.tsx'
import { toasts } from '../../ui/toasts.ts'
import { CropDialog } from './CropDialog.tsx'
import { MessagesByMail } from './MessagesByMail.tsx'
import { OwnPin } from './OwnPin.tsx'

/** Edits the user's own name, e-mail, password and picture. */
export function ProfilePage() {
  const cachedAccount = useAccount()
  const { data, error, isPending } = useQuery(ownProfile)

  useEffect(() => {
    if (error) toasts.error(error.message)
  }, [error])

  return (
    <>
      <PageHeader title="Profile" />
      <section className="panel profile" aria-label="Profile" aria-busy={isPending}>
        {cachedAccount?.byPin && <p className="by-pin">Sign in with your password to change your profile.</p>}
        <ProfilePicture
          name={data?.name ?? cachedAccount?.name ?? ''}
          photo={data ? data.photo : (cachedAccount?.photo ?? null)}
        />
        <ProfileForm key={data ? 'loaded' : 'loading'} profile={data} />
        {isPending && <output>Loading...</output>}
        {error && <p className="error-line">Error: {error.message}</p>}
      </section>
      {cachedAccount && !cachedAccount.byPin && <OwnPin />}
      {may(cachedAccount, 'messages.read') && <MessagesByMail />}
    </>
  )
}

function ProfileForm({ profile }: { profile: Pick<Account, 'name' | 'email'> | undefined }) {
  const update = useWrite(account.updateProfile, storeAccount)
  /** The server's message about the current password: it is required, or it was wrong. */
  const [question, setQuestion] = useState<{ message: string } | null>(null)
  const { control, handleSubmit, reset, setError, setFocus } = useForm({
    mode: 'onChange',
    resolver: zodResolver(ProfileUpdate, undefined, { raw: true }),
    defaultValues: { name: profile?.name ?? '', email: profile?.email ?? '', password: '', currentPassword: '' },
  })
  const checked = ProfileUpdate.safeParse(useWatch({ control }))

  function showRefusal({ message, errors }: ApiError) {
    const forCurrent = errors.some(({ field }) => field === 'currentPassword')
    // The first time, the server only asks for the current password, which is no error. A second message means that it
    // was wrong.
    if (!forCurrent || question) toasts.error(message)
    if (forCurrent) setQuestion({ message })
  }
  useEffect(() => {
    if (!question) return
    setError('currentPassword', question)
    setFocus('currentPassword')
  }, [question, setError, setFocus])

  const submit = handleSubmit(({ currentPassword, ...rest }) => {
    if (update.isPending || !profile) return
    update.mutate(
      { body: question && currentPassword ? { ...rest, currentPassword } : rest },
      {
        onSuccess: (answer) => {
          setQuestion(null)
          reset({ name: answer.name, email: answer.email, password: '', currentPassword: '' })
          toasts.success('Profile is updated')
        },
        onError: showRefusal,
      },
    )
  })
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label="Profile">
      <TextField control={control} name="name" label="Name" autoComplete="name" readOnly={!profile} />
      <EmailField control={control} name="email" label="Email" autoComplete="email" readOnly={!profile} />
      <PasswordField
        control={control}
        name="password"
        label="New Password (optional)"
        autoComplete="new-password"
        readOnly={!profile}
      />
      {question && (
        <PasswordField
          control={control}
          name="currentPassword"
          label="Current Password"
          autoComplete="current-password"
        />
      )}
      <div>
        <SubmitButton
          missing={profile ? (checked.error?.issues.map((issue) => issue.message) ?? []) : []}
          pending={update.isPending || !profile}
        >
          Update
        </SubmitButton>
      </div>
    </form>
  )
}

function ProfilePicture({ name, photo }: { name: string; photo: string | null }) {
  const dialogs = useDialogs()
  const update = useWrite(account.updateProfilePicture, storeAccount)
  const chooser = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)

  async function choose(chosen: File | undefined) {
    if (!chosen) return
    // A picture that this browser cannot decode cannot be cropped either.
    const picture = await createImageBitmap(chosen).catch(() => null)
    if (picture === null) return toasts.error(`${chosen.name} is not a picture we can read`)
    picture.close()
    setFile(chosen)
  }

  function save(pictures: Blob[], done: string) {
    update.mutate(
      { files: { profilePicture: pictures } },
      {
        onSuccess: () => {
          setFile(null)
          toasts.success(done)
        },
        onError: ({ message }) => toasts.error(message),
      },
    )
  }

  async function remove() {
    const yes = await dialogs.confirm({
      title: 'Delete picture',
      text: 'Do you want to delete your profile picture',
      action: 'Delete',
      danger: true,
    })
    if (yes) save([], 'Profile Photo is removed')
  }

  return (
    <div className="photo">
      <Thumb src={photo} name={name} large />
      <div className="acts">
        <Button size="sm" onClick={() => chooser.current?.click()}>
          Change picture
        </Button>
        {photo !== null && (
          <Button size="sm" variant="subtle" onClick={() => void remove()}>
            Delete picture
          </Button>
        )}
      </div>
      <input
        ref={chooser}
        className="vh"
        type="file"
        tabIndex={-1}
        accept={pictureTypes.join(',')}
        aria-label="Picture"
        onChange={(event) => {
          void choose(event.currentTarget.files?.[0])
          event.currentTarget.value = '' // The same file can then be selected again.
        }}
      />
      {file && (
        <CropDialog
          file={file}
          pending={update.isPending}
          onCrop={(picture) => save([picture], 'Profile Photo is updated')}
          onClose={() => setFile(null)}
        />
      )}
    </div>
  )
}
