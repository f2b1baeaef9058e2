import { Button } from '@mantine/core'
import { useState } from 'react'

import { emptyShop, Emptying } from '../../../contract/company/empty-shop.ts'
import { useCompany } from '../../lib/company.ts'
import { deleteStoredDrafts } from '../../lib/draftDeletion.ts'
import { useWrite } from '../../lib/query.ts'
import { useAccount } from '../../lib/session.ts'
import { SwitchField, TextField } from '../../ui/form/fields.tsx'
import { useRecordForm } from '../../ui/form/recordForm.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'

/** Lets an administrator delete everything that was entered into the shop. */
export function EmptyShop() {
  return (
    <div className="demo-data">
      <p>
        Deletes every item, picture, customer, supplier and document, all stock and money, the messages, and the audit
        trail. The numbers of documents begin again at 1. Only a backup brings anything back, so make one first.
      </p>
      <EmptyShopButton />
    </div>
  )
}

export function EmptyShopButton() {
  const [emptying, setEmptying] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setEmptying(true)}>
        Empty shop
      </Button>
      {emptying && <EmptyShopForm onClose={() => setEmptying(false)} />}
    </>
  )
}

function EmptyShopForm({ onClose }: { onClose: () => void }) {
  const write = useWrite(emptyShop.run)
  const company = useCompany()
  const me = useAccount()
  const form = useRecordForm(Emptying, { shopName: '', keepPeopleAndSettings: true })
  return (
    <RecordForm
      title="Empty Shop"
      action="Empty shop"
      form={form}
      write={write}
      save={async (body) => {
        const answer = await write.mutateAsync({ body })
        // The items of an unsaved sale no longer exist.
        if (me) await deleteStoredDrafts(me.userID)
        return answer
      }}
      done={['Shop Emptied!', 'The shop is empty and ready for your own pieces.']}
      size={480}
      onClose={onClose}
    >
      <SwitchField
        control={form.control}
        name="keepPeopleAndSettings"
        hint="Users, settings, company profile, taxes, locations and types stay. Without it, only you stay, and the shop is as new."
      />
      <TextField
        control={form.control}
        name="shopName"
        label="Shop’s name"
        required
        hint={`Everything is lost for good. Type ${company?.name ?? 'its name'} to empty the shop.`}
      />
    </RecordForm>
  )
}
