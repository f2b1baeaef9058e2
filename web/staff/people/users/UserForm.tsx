import { useQuery } from '@tanstack/react-query'
import type { Control } from 'react-hook-form'

import { UserCreation, type UserRow, users, UserUpdate } from '../../../../contract/people/users.ts'
import { required } from '../../../../contract/shared/fields.ts'
import { may, type RoleID, roleIDOf } from '../../../../contract/shared/permissions.ts'
import type { z } from '../../../../contract/shared/zod.ts'
import { type ApiError, call, chooseFailureMessage } from '../../../lib/api.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'
import { useAccount } from '../../../lib/session.ts'
import {
  DateField,
  EmailField,
  PasswordField,
  SelectField,
  StatusField,
  TextAreaField,
  TextField,
} from '../../../ui/form/fields.tsx'
import { pictureBody, PictureChoice, PictureField, pictureFiles } from '../../../ui/form/PictureField.tsx'
import { useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'

const withPicture = { picture: PictureChoice }
const CreationForm = UserCreation.omit({ status: true }).extend(withPicture)
const UpdateForm = UserUpdate.omit({ updatedAt: true, image_url: true }).extend(withPicture)
/** A user who registered with a single name has no last name and does not need one. */
const NamedUpdateForm = UpdateForm.extend({ lastName: required(100) })

export function CreateUser({ onClose }: { onClose: () => void }) {
  const write = useWrite(users.create)
  const form = useRecordForm(CreationForm, {
    firstName: '',
    middleName: '',
    lastName: '',
    username: '',
    email: '',
    password: '',
    roleID: roleIDOf.unassigned,
    phoneNumber: '',
    address: '',
    birthday: null,
    picture: null,
  })
  const { control } = form
  // The forms to create and to edit a user share these fields. The type of `control` does not allow a subset of a
  // form's fields.
  const shared = control as unknown as UserControl
  return (
    <RecordForm
      title="Create User"
      action="Create User"
      form={form}
      write={write}
      save={({ picture, ...body }) => write.mutateAsync({ body, files: pictureFiles(picture) })}
      done={['User Created!', 'The new user has been successfully created.']}
      prefix="Error creating user: "
      onClose={onClose}
    >
      <PictureField control={control} name="picture" label="Picture" stored={null} none="No picture" round />
      <UserFields control={shared} />
      <div className="two">
        <RoleField control={shared} stored={null} />
        <PasswordField control={control} name="password" label="Password" required autoComplete="new-password" />
      </div>
      <MoreFields control={shared} />
    </RecordForm>
  )
}

export function EditUser({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const id = user.userID
  const write = useWrite(users.update)
  const schema = user.lastName === '' ? UpdateForm : NamedUpdateForm
  const form = useRecordForm(schema, { ...user, picture: null })
  const { control } = form
  return (
    <RecordForm
      title="Edit User"
      action="Update User"
      form={form}
      write={write}
      save={({ picture, ...body }, updatedAt) =>
        write.mutateAsync({ id, body: { ...body, ...pictureBody(picture), updatedAt }, files: pictureFiles(picture) })
      }
      stored={{ record: user, reload: async () => ({ ...(await call(users.get, { id })).data, picture: null }) }}
      done={['User Updated!', 'The user has been successfully updated.']}
      onClose={onClose}
    >
      <PictureField control={control} name="picture" label="Picture" stored={user.image_url} none="No picture" round />
      <UserFields control={control} lastName={schema === NamedUpdateForm} />
      <div className="two">
        <RoleField control={control} stored={user.roleID} />
        <StatusField control={control} name="status" required />
      </div>
      <MoreFields control={control} />
    </RecordForm>
  )
}

type UserControl = Control<z.input<typeof UpdateForm>>

function UserFields({ control, lastName = true }: { control: UserControl; lastName?: boolean }) {
  return (
    <>
      <div className="two">
        <TextField control={control} name="firstName" label="First name" required />
        <TextField control={control} name="middleName" label="Middle name" />
      </div>
      <div className="two">
        <TextField control={control} name="lastName" label="Last name" required={lastName} />
        <TextField control={control} name="username" label="Username" required />
      </div>
      <EmailField control={control} name="email" label="Email" required />
    </>
  )
}

const describeRolesFailure = ({ status, message }: ApiError) =>
  chooseFailureMessage(`Error fetching user roles: ${message}`, 'Failed to fetch user roles')({ status })

/** Only administrators can grant the Admin role. A stored Admin role is still shown. */
function RoleField({ control, stored }: { control: UserControl; stored: RoleID | null }) {
  const ownRole = useAccount()?.roleID
  const { data, error } = useQuery(readQuery(users.roles, {}))
  const canMakeAdmin = [ownRole, stored].some((roleID) => may(roleID ?? null, 'users.make_admin'))
  const roles = (data?.data ?? []).filter(({ roleID }) => canMakeAdmin || !may(roleID, 'users.make_admin'))
  return (
    <SelectField
      control={control}
      name="roleID"
      label="Role"
      required
      options={roles.map(({ roleID, roleName }) => ({ value: roleID, label: roleName }))}
      failed={error ? describeRolesFailure(error) : undefined}
    />
  )
}

function MoreFields({ control }: { control: UserControl }) {
  return (
    <>
      <div className="two">
        <TextField control={control} name="phoneNumber" label="Phone number" type="tel" inputMode="tel" />
        <DateField control={control} name="birthday" label="Birthday" />
      </div>
      <TextAreaField control={control} name="address" label="Address" />
    </>
  )
}
