import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'

import { type UserRow, users } from '../../../../contract/people/users.ts'
import { joinNames } from '../../../../contract/shared/names.ts'
import { roleIDs, roleNames } from '../../../../contract/shared/permissions.ts'
import { screens } from '../../../../contract/shared/screens.ts'
import { formatDay } from '../../../lib/format.ts'
import { may, useAccount } from '../../../lib/session.ts'
import { EditIcon, MoreIcon } from '../../../ui/icons.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { OpenedRecord, useOpenedRecord } from '../../../ui/table/OpenedRecord.tsx'
import { type Columns, QueryTable } from '../../../ui/table/QueryTable.tsx'
import { RowAction } from '../../../ui/table/RowAction.tsx'
import { Thumb } from '../../../ui/Thumb.tsx'
import { SetPassword } from './SetPassword.tsx'
import { SignInLink } from './SignInLink.tsx'
import { CreateUser, EditUser } from './UserForm.tsx'
import { UserSessions } from './UserSessions.tsx'

const roles = roleIDs.map((roleID) => ({ value: String(roleID), label: roleNames[roleID] }))
const status = [
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Inactive' },
]

const nameOf = (user: UserRow) => joinNames({ firstName: user.firstName, lastName: user.lastName })

type Actions = {
  edit: (user: UserRow) => void
  /** Actions for administrators: passwords, sign-in links and sessions. Null for other users. */
  more: ((user: UserRow) => { label: string; go: () => void }[]) | null
}

const createColumns = ({ edit, more }: Actions): Columns<typeof users.list> => [
  { header: '', name: 'Picture', cell: (u) => <Thumb src={u.image_url} name={nameOf(u)} />, card: 'pic' },
  { header: 'ID', value: (u) => u.userID, sort: 'userID' },
  {
    header: 'First Name',
    value: (u) => u.firstName,
    cell: (u) => (
      <>
        {u.firstName} <span className="on-card">{u.lastName}</span>
      </>
    ),
    sort: 'firstName',
    card: 'title',
  },
  { header: 'Middle Name', value: (u) => u.middleName, sort: 'middleName' },
  { header: 'Last Name', value: (u) => u.lastName, sort: 'lastName' },
  { header: 'Role', value: (u) => u.roleName, sort: 'roleName', card: 'detail' },
  {
    header: 'Email',
    value: (u) => u.email,
    cell: (u) => <span className="breaks">{u.email}</span>,
    sort: 'email',
    card: 'extra',
  },
  { header: 'Phone Number', value: (u) => u.phoneNumber, sort: 'phoneNumber' },
  {
    header: 'Address',
    value: (u) => u.address,
    cell: (u) => <span className="clamp">{u.address}</span>,
    sort: 'address',
  },
  {
    header: 'Birthday',
    value: (u) => u.birthday,
    cell: (u) => (u.birthday === null ? '' : formatDay(u.birthday)),
    sort: 'birthday',
  },
  {
    header: 'Status',
    value: (u) => (u.status ? 'Active' : 'Inactive'),
    cell: (u) => <StatusBadge status={u.status} />,
    sort: 'status',
    card: 'status',
  },
  {
    header: 'Action',
    align: 'right',
    cell: (u) => (
      <div className="acts">
        <RowAction word="Edit" of={nameOf(u)} onClick={() => edit(u)}>
          <EditIcon />
        </RowAction>
        {more && (
          <Menu position="bottom-end" width={200}>
            <Menu.Target>
              <button type="button" className="ib sm" aria-label={`More for ${nameOf(u)}`} title="More">
                <MoreIcon />
              </button>
            </Menu.Target>
            <Menu.Dropdown>
              {more(u).map(({ label, go }) => (
                <Menu.Item key={label} onClick={go}>
                  {label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
    ),
    card: 'action',
  },
]

export function UsersPage() {
  const me = useAccount()
  const [creating, setCreating] = useState(false)
  const [forPassword, setForPassword] = useState<UserRow | null>(null)
  const [forLink, setForLink] = useState<UserRow | null>(null)
  const [forSessions, setForSessions] = useState<UserRow | null>(null)
  const navigate = useNavigate()
  const opened = useOpenedRecord()
  const edit = (user: UserRow) => opened.open(user.userID)
  const listMoreActions = (user: UserRow) => [
    { label: 'Set new password', go: () => setForPassword(user) },
    { label: 'Make sign-in link', go: () => setForLink(user) },
    { label: 'Where signed in', go: () => setForSessions(user) },
    { label: 'Audit trail', go: () => void navigate(`${screens.auditTrail}?userID=${user.userID}`) },
  ]
  const create = (
    <Button variant="filled" onClick={() => setCreating(true)}>
      + Create User
    </Button>
  )
  return (
    <>
      <PageHeader title="USER LIST">{create}</PageHeader>
      <QueryTable
        name="users"
        label="Users"
        list={users.list}
        columns={createColumns({ edit, more: may(me, 'users.sign_in') ? listMoreActions : null })}
        rowID={(u) => u.userID}
        search="Name, email, phone or address"
        filters={[
          { field: 'roleID', label: 'Any role', options: roles },
          { field: 'status', label: 'Any status', options: status },
        ]}
        empty={{ title: 'No users yet', text: 'Enter everybody who works with the shop.', action: create }}
        prefix="Error fetching users: "
        onOpen={edit}
      />
      {creating && <CreateUser onClose={() => setCreating(false)} />}
      {forPassword && (
        <SetPassword id={forPassword.userID} name={nameOf(forPassword)} onClose={() => setForPassword(null)} />
      )}
      {forLink && <SignInLink id={forLink.userID} name={nameOf(forLink)} onClose={() => setForLink(null)} />}
      {forSessions && (
        <UserSessions id={forSessions.userID} name={nameOf(forSessions)} onClose={() => setForSessions(null)} />
      )}
      {opened.id !== null && (
        <OpenedRecord
          key={opened.id}
          get={users.get}
          id={opened.id}
          title="Edit User"
          failed={() => 'Error loading user data.'}
          onClose={opened.close}
        >
          {(user) => <EditUser user={user} onClose={opened.close} />}
        </OpenedRecord>
      )}
    </>
  )
}
