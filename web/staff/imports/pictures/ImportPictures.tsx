import { Button } from '@mantine/core'
import { Link } from 'react-router'

import { pictureBytes } from '../../../../contract/catalogue/items.ts'
import { picturesMatchedAtOnce } from '../../../../contract/imports/imports.ts'
import { fileNameOf } from '../../../../contract/shared/picture-names.ts'
import { recordPathOf, screens } from '../../../../contract/shared/screens.ts'
import { formatQuantity } from '../../../lib/format.ts'
import { AlertIcon, CheckIcon } from '../../../ui/icons.tsx'
import { FileDrop } from '../choose/FileDrop.tsx'
import { type Placed, type Plan, usePictureImport } from './usePictureImport.ts'

const formatPictureCount = (pictures: number) =>
  `${formatQuantity(pictures)} ${pictures === 1 ? 'picture' : 'pictures'}`

/** Imports the pictures of a zip archive. The name of each file begins with the code of its item. */
export function ImportPictures() {
  const state = usePictureImport()
  const { plan, run, refused } = state
  const running = run !== null && !run.over
  return (
    <>
      <section className="panel import-step" aria-label="Archive">
        <header>
          <h2>{plan ? plan.name : 'Item pictures in a zip archive'}</h2>
        </header>
        {!plan && (
          <p>
            Name each picture after its item’s code: <b>RING-001.jpg</b>. Further ones of the same item carry a number:{' '}
            <b>RING-001-2.jpg</b> or <b>RING-001 (2).jpg</b>. Folders count for nothing, and the pictures that an item
            has stay before the new ones.
          </p>
        )}
        {!running && (
          <FileDrop
            accept=".zip,application/zip"
            action={plan ? 'Choose another archive' : 'Choose an archive'}
            first={!plan}
            onFile={state.choose}
          >
            Drop a zip archive here: at most {formatQuantity(picturesMatchedAtOnce)} pictures of{' '}
            {pictureBytes / 2 ** 20} MB each. It stays on this computer until you have seen which picture goes where.
          </FileDrop>
        )}
        <div role="alert">
          {refused !== null && (
            <p className="err">
              <AlertIcon /> {refused}
            </p>
          )}
        </div>
        {state.reading && <output>Reading the archive…</output>}
      </section>
      {plan && run?.over && <Result run={run} onRetry={state.retry} />}
      {plan && !run?.over && (
        <section className="panel import-step" aria-label="Where they go">
          <header>
            <h2 aria-live="polite">{summarizePlan(plan)}</h2>
            {running ? (
              <div className="downloading">
                <div>
                  <progress aria-label="Pictures added" max={run.of} value={run.tried} />
                  <span>
                    {formatQuantity(run.tried)} of {formatPictureCount(run.of)}
                  </span>
                </div>
                <Button onClick={state.cancel}>Stop</Button>
              </div>
            ) : (
              <Button variant="filled" disabled={plan.placed.length === 0} onClick={() => state.start()}>
                Add {formatPictureCount(plan.placed.length)}
              </Button>
            )}
          </header>
          <SkippedFiles left={plan.left} />
          <PlacedItems placed={plan.placed} />
        </section>
      )}
    </>
  )
}

function summarizePlan({ placed, left }: Plan) {
  const items = new Set(placed.map(({ item }) => item.itemID)).size
  const found = `${formatPictureCount(placed.length)} of ${formatQuantity(items)} ${items === 1 ? 'item' : 'items'}`
  return left.length === 0 ? found : `${found}; ${formatQuantity(left.length)} left over`
}

/** Maximum number of lines that are listed. The totals include the others too. */
const listed = 200

function SkippedFiles({ left }: Pick<Plan, 'left'>) {
  if (left.length === 0) return null
  return (
    <div className="import-left">
      <h3>Left over</h3>
      <ul>
        {left.slice(0, listed).map(({ path, why }) => (
          <li key={path}>
            <b>{fileNameOf(path)}</b> {why}
          </li>
        ))}
        {left.length > listed && <li>and {formatQuantity(left.length - listed)} more</li>}
      </ul>
    </div>
  )
}

function PlacedItems({ placed }: { placed: readonly Placed[] }) {
  const byItem = [...Map.groupBy(placed, ({ item }) => item.itemID).values()]
  if (byItem.length === 0) return null
  return (
    <>
      <div className="scroll">
        <table className="table" aria-label="Items and their pictures">
          <thead>
            <tr>
              <th scope="col">Item</th>
              <th scope="col" className="r">
                Has
              </th>
              <th scope="col">New pictures</th>
            </tr>
          </thead>
          <tbody>
            {byItem.slice(0, listed).map(([first, ...others]) => {
              const { itemID, itemCode, itemName, pictures } = first!.item
              return (
                <tr key={itemID}>
                  <td>
                    <Link className="link" to={recordPathOf(screens.items, itemID)}>
                      {itemCode}
                    </Link>
                    <span className="below">{itemName}</span>
                  </td>
                  <td className="r">{pictures}</td>
                  <td>
                    <span className="breaks">
                      {[first!, ...others].map(({ picture }) => fileNameOf(picture.path)).join(', ')}
                    </span>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      {byItem.length > listed && (
        <p className="import-about">and {formatQuantity(byItem.length - listed)} more items</p>
      )}
    </>
  )
}

function Result({
  run: { of, failed },
  onRetry,
}: {
  run: { of: number; failed: { placed: Placed; why: string }[] }
  onRetry: () => void
}) {
  return (
    <section className="panel import-step import-done" aria-label="Result">
      <h2>
        {failed.length === 0 ? <CheckIcon /> : <AlertIcon />}
        <output>{formatPictureCount(of - failed.length)} added</output>
      </h2>
      <SkippedFiles
        left={failed.map(({ placed, why }) => ({
          path: placed.picture.path,
          why: `(${placed.item.itemCode}): ${why}`,
        }))}
      />
      <div className="import-ways">
        <Button component={Link} to={screens.items} variant="filled">
          Show items
        </Button>
        {failed.length > 0 && <Button onClick={onRetry}>Try {formatPictureCount(failed.length)} again</Button>}
      </div>
    </section>
  )
}
