import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'

import { platforms } from '../../../../../contract/sales/buyers.ts'
import { FieldGroup } from '../../../../ui/form/FieldGroup.tsx'
import { RecordSelect } from '../../../../ui/form/RecordSelect.tsx'
import { Thumb } from '../../../../ui/Thumb.tsx'
import { buyerChoice } from '../../../shared/choices.ts'
import type { Buyer, TypedHandle } from '../state/draft.ts'

export const emptyHandle: TypedHandle = { platform: null, handle: '', contact: null }

/** Shows the handle of a sale without a customer. */
export function ChosenHandle({
  platform,
  handle,
  contact,
}: {
  platform: string
  handle: string
  contact: string | null
}) {
  return (
    <div className="cust">
      <Thumb src={null} name={handle} small />
      <div>
        <b>{handle}</b>
        <small>{[platform, contact].filter(Boolean).join(' · ')}</small>
      </div>
    </div>
  )
}

/** Chooses a known buyer, or types a platform and a handle. A handle that is known already is the same buyer. */
export function NewHandle({
  typed: { platform, handle, contact },
  readOnly,
  errors,
  onChange,
}: {
  typed: TypedHandle
  readOnly: boolean
  /** The error messages, by the contract's field path. */
  errors: ReadonlyMap<string, string>
  onChange: (buyer: Buyer) => void
}) {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const touchOnBlur = (name: keyof TypedHandle) => ({
    error: touched.has(name) ? errors.get(`buyer.${name}`) : undefined,
    onBlur: () => setTouched(new Set(touched).add(name)),
  })
  const change = (part: Partial<TypedHandle>) => onChange({ kind: 'newHandle', platform, handle, contact, ...part })
  return (
    <FieldGroup className="two new-customer">
      <RecordSelect
        {...buyerChoice}
        query={{ status: 'true' }}
        label="Known buyer"
        placeholder="Handle or contact"
        readOnly={readOnly}
        value={null}
        onChange={(_, row) => {
          if (row !== null)
            onChange({
              kind: 'chosenHandle',
              buyerID: row.buyerID,
              platform: row.platform,
              handle: row.handle,
              contact: row.contact,
            })
        }}
      />
      <Select
        label="Platform"
        required
        readOnly={readOnly}
        data={[...platforms]}
        value={platform}
        allowDeselect={false}
        onChange={(platform) => change({ platform })}
        {...touchOnBlur('platform')}
      />
      <TextInput
        label="Handle"
        required
        readOnly={readOnly}
        autoComplete="off"
        value={handle}
        onChange={(event) => change({ handle: event.currentTarget.value })}
        {...touchOnBlur('handle')}
      />
      <TextInput
        label="Contact"
        readOnly={readOnly}
        autoComplete="off"
        value={contact ?? ''}
        onChange={(event) => change({ contact: event.currentTarget.value || null })}
        {...touchOnBlur('contact')}
      />
    </FieldGroup>
  )
}
