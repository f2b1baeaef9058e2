import { Button } from '@mantine/core'
import { Link } from 'react-router'

import type { ImportKind } from '../../../contract/imports/import-columns.ts'
import { screens } from '../../../contract/shared/screens.ts'

/** Leads from a list to the import of its records. */
export const ImportLink = ({ kind }: { kind: ImportKind }) => (
  <Button component={Link} to={`${screens.imports}?kind=${kind}`}>
    Import
  </Button>
)
