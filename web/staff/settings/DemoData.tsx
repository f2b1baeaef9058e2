import { Button, Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { demo, DemoClearing, type DemoShop } from '../../../contract/demo/demo.ts'
import { useCompany } from '../../lib/company.ts'
import { readQuery, useWrite } from '../../lib/query.ts'
import { TextField } from '../../ui/form/fields.tsx'
import { useRecordForm } from '../../ui/form/recordForm.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { Pending } from '../../ui/Pending.tsx'
import { EmptyShopButton } from './EmptyShop.tsx'

/** Interval for polling the loading progress, in milliseconds. */
const progressInterval = 1000

/** Lets an administrator load the demo shop into an empty shop, or clear it. */
export function DemoData() {
  const { data, error, refetch } = useQuery({
    ...readQuery(demo.get, {}),
    refetchInterval: ({ state }) => (state.data?.data.state === 'loading' ? progressInterval : false),
  })

  if (!data) return <Pending error={error} refetch={refetch} height={114} />
  if (data.data.state === 'loading') return <DemoLoading progress={data.data.progress} />
  return data.data.state === 'loaded' ? <DemoLoaded {...data.data} /> : <DemoAbsent {...data.data} />
}

function DemoAbsent({ obstacle, failure }: DemoShop) {
  const write = useWrite(demo.load)
  const refused = write.error?.message ?? (failure === obstacle ? null : failure)
  return (
    <div className="demo-data">
      <p>
        A believable jewelry shop to try things on: 150 pieces with pictures, 100 customers, and a year of buying and
        selling. It takes about a minute, and can be cleared for as long as nobody has worked with it.
      </p>
      {refused && (
        <p className="error-line" role="alert">
          {refused}
        </p>
      )}
      {obstacle ? (
        <p className="demo-obstacle">{obstacle}.</p>
      ) : (
        <Button variant="default" loading={write.isPending} onClick={() => write.mutate({})}>
          Load demo shop
        </Button>
      )}
    </div>
  )
}

function DemoLoading({ progress }: { progress: number | null }) {
  return (
    <div className="demo-data">
      <output>Loading the demo shop. What is saved elsewhere meanwhile may have to wait.</output>
      <Progress.Root size="lg">
        <Progress.Section
          value={progress ?? 100}
          striped={progress === null}
          // Progress on another server is unknown. Mantine's own ARIA text would announce completion.
          withAria={false}
          // A <progress> element cannot be styled like the app's other progress bars.
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="progressbar"
          aria-label="Loading the demo shop"
          {...(progress === null ? { 'aria-valuetext': 'On another server' } : { 'aria-valuenow': progress })}
        />
      </Progress.Root>
      {progress !== null && <p className="num">{progress} %</p>}
    </div>
  )
}

function DemoLoaded({ obstacle }: DemoShop) {
  const [clearing, setClearing] = useState(false)
  return (
    <div className="demo-data">
      <p>
        The demo shop is in this shop. Clearing it takes out everything that it brought; users, settings, and what you
        have added yourself stay.
      </p>
      {obstacle ? (
        <>
          <p className="demo-obstacle">{obstacle}.</p>
          <EmptyShopButton />
        </>
      ) : (
        <Button variant="default" onClick={() => setClearing(true)}>
          Clear demo data
        </Button>
      )}
      {clearing && <ClearDemo onClose={() => setClearing(false)} />}
    </div>
  )
}

function ClearDemo({ onClose }: { onClose: () => void }) {
  const write = useWrite(demo.clear)
  const company = useCompany()
  const form = useRecordForm(DemoClearing, { shopName: '' })
  return (
    <RecordForm
      title="Clear Demo Data"
      action="Clear demo data"
      form={form}
      write={write}
      save={(body) => write.mutateAsync({ body })}
      done={['Demo Data Cleared!', 'The shop is empty and ready for your own pieces.']}
      size={480}
      onClose={onClose}
    >
      <TextField
        control={form.control}
        name="shopName"
        label="Shop’s name"
        required
        hint={`All demo data is lost for good. Type ${company?.name ?? 'its name'} to clear it.`}
      />
    </RecordForm>
  )
}
