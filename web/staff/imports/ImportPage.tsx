import './imports.css'
import { Link, useSearchParams } from 'react-router'

import { type ImportKind, importKinds, importNames } from '../../../contract/imports/import-columns.ts'
import { screens } from '../../../contract/shared/screens.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ImportFile } from './ImportFile.tsx'
import { ImportPictures } from './pictures/ImportPictures.tsx'
import { ImportHistory } from './run/ImportHistory.tsx'

const tabs = [
  ...importKinds.map((kind) => ({ what: kind, label: importNames[kind].title })),
  { what: 'pictures', label: 'Item pictures' },
  { what: 'history', label: 'Imported so far' },
] as const

const isKind = (what: string): what is ImportKind => importKinds.includes(what as ImportKind)

/** Imports records from a spreadsheet and pictures from an archive. The history can undo imports. */
export function ImportPage() {
  const [search] = useSearchParams()
  // An address with the key of one import opens the history.
  const given = search.has('id') ? 'history' : search.get('kind')
  const what = tabs.find((tab) => tab.what === given)?.what ?? 'items'
  return (
    <>
      <PageHeader
        title="IMPORT"
        tabs={
          <nav className="tabs" aria-label="What to import">
            {tabs.map((tab) => (
              <Link
                key={tab.what}
                to={`${screens.imports}?kind=${tab.what}`}
                aria-current={tab.what === what ? 'page' : undefined}
              >
                {tab.label}
              </Link>
            ))}
          </nav>
        }
      />
      {isKind(what) ? (
        <ImportFile key={what} kind={what} />
      ) : what === 'pictures' ? (
        <ImportPictures />
      ) : (
        <ImportHistory />
      )}
    </>
  )
}
