import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import {
  companyProfile,
  CompanyProfileInput,
  type CompanyProfileRow,
} from '../../../contract/company/company-profile.ts'
import { ApiError, call } from '../../lib/api.ts'
import { metaOf, useWrite } from '../../lib/query.ts'
import { useDialogs } from '../../ui/dialog/dialogs.tsx'
import { EmailField, TextAreaField, TextField } from '../../ui/form/fields.tsx'
import { pictureBody, PictureChoice, PictureField, pictureFiles } from '../../ui/form/PictureField.tsx'
import { type FormOf, useRecordForm } from '../../ui/form/recordForm.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'

const Form = CompanyProfileInput.extend({ logo: PictureChoice })

/** The company profile with all its fields. The endpoint returns some of them only to staff. */
type Stored = CompanyProfileRow & { registrationNumber: string; updatedAt: string }

const fetchProfile = async () => (await call(companyProfile.get, {})).data as Stored | null

/** Edits the company profile, or creates it if there is none. */
export function CompanyProfilePage() {
  const { data, error, refetch } = useQuery({
    // The page frame also caches this profile. That copy can be stale or lack fields, so the form fetches its own.
    queryKey: [companyProfile.get.path, 'form'],
    meta: { ...metaOf(companyProfile.get), inForm: true },
    queryFn: fetchProfile,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const title = data === null ? 'Create Company Profile' : 'Edit Company Profile'
  if (data !== undefined)
    return (
      <>
        <PageHeader title={title} />
        {data === null ? <CreateCompanyProfile /> : <EditCompanyProfile key={data.updatedAt} profile={data} />}
      </>
    )
  return (
    <>
      <PageHeader title="Company Profile" />
      <div className="panel in-page">
        {error ? (
          <div className="failed" role="alert">
            <p>Error: {error.message}</p>
            <Button onClick={() => void refetch()}>Try again</Button>
          </div>
        ) : (
          <div className="dlg-body" aria-busy="true">
            <output>Loading...</output>
            <Skeleton height={96} />
            <Skeleton height={40} />
            <Skeleton height={40} />
            <Skeleton height={40} />
          </div>
        )}
      </div>
    </>
  )
}

const done = ['Company Profile Saved!', 'The shop front shows it from now on.'] as const
const doNothing = () => {}

function CreateCompanyProfile() {
  const write = useWrite(companyProfile.create)
  const withFailureDialog = useFailureDialog()
  const form = useRecordForm(Form, {
    companyName: '',
    registrationNumber: '',
    companyEmail: '',
    companyPhone: '',
    logo: null,
  })
  return (
    <RecordForm
      title="Create Company Profile"
      action="Save Profile"
      form={form}
      write={write}
      save={({ logo, ...body }) => withFailureDialog(write.mutateAsync({ body, files: pictureFiles(logo) }))}
      done={done}
      onClose={doNothing}
      inPage
    >
      <CompanyFields {...form} logo={null} />
    </RecordForm>
  )
}

function EditCompanyProfile({ profile }: { profile: Stored }) {
  const write = useWrite(companyProfile.update)
  const withFailureDialog = useFailureDialog()
  const form = useRecordForm(Form, { ...profile, logo: null })
  return (
    <RecordForm
      title="Edit Company Profile"
      action="Update Profile"
      form={form}
      write={write}
      save={({ logo, ...body }, updatedAt) =>
        withFailureDialog(
          write.mutateAsync({ body: { ...body, ...pictureBody(logo), updatedAt }, files: pictureFiles(logo) }),
        )
      }
      stored={{ record: profile, reload: async () => ({ ...(await fetchProfile())!, logo: null }) }}
      done={done}
      onClose={doNothing}
      inPage
    >
      <CompanyFields {...form} logo={profile.image_url} />
    </RecordForm>
  )
}

/** Shows a failure in a dialog as well as in the form, including network errors. */
function useFailureDialog() {
  const dialogs = useDialogs()
  return async (saving: Promise<unknown>) => {
    try {
      await saving
    } catch (error) {
      if (error instanceof ApiError && error.code !== 'record.stale') {
        const title = 'Oops! There was an error while saving the profile.'
        // The specification requires this title when the server is unreachable, so the text begins with the failure.
        if (error.status === 0) void dialogs.success('Company Profile updated', `Not saved: ${error.message}`)
        else void dialogs.error(title, error.message)
      }
      throw error
    }
  }
}

function CompanyFields({ control, logo }: FormOf<typeof Form> & { logo: string | null }) {
  return (
    <>
      <PictureField control={control} name="logo" label="Logo" stored={logo} none="No Image Selected" />
      <div className="two">
        <TextField control={control} name="companyName" label="Company name" required />
        <TextField control={control} name="registrationNumber" label="Registration number" required />
      </div>
      <EmailField control={control} name="companyEmail" label="Company email" required />
      <div className="two">
        <TextField control={control} name="companyPhone" label="Company phone" type="tel" inputMode="tel" required />
        <TextField
          control={control}
          name="companyPhoneSecondary"
          label="Company phone secondary"
          type="tel"
          inputMode="tel"
        />
      </div>
      <TextAreaField control={control} name="companyAddress" label="Company address" />
      <TextAreaField control={control} name="taxDetails" label="Tax details" />
      <div className="two">
        <LinkField control={control} name="instagram" label="Instagram" />
        <LinkField control={control} name="facebook" label="Facebook" />
      </div>
      <div className="two">
        <LinkField control={control} name="tiktok" label="TikTok" />
        <LinkField control={control} name="lineapp" label="Lineapp" />
      </div>
    </>
  )
}

type Link = 'instagram' | 'facebook' | 'tiktok' | 'lineapp'

function LinkField(props: { control: FormOf<typeof Form>['control']; name: Link; label: string }) {
  return <TextField {...props} type="url" inputMode="url" placeholder="https://" />
}
