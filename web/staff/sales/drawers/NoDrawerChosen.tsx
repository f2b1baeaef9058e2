import { Button } from '@mantine/core'
import { Link } from 'react-router'

import { screens } from '../../../../contract/shared/screens.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'

/** A page of one drawer whose address names none. */
export const NoDrawerChosen = ({ title }: { title: string }) => (
  <>
    <PageHeader title={title} />
    <section className="panel">
      <EmptyState title="No drawer is chosen" text="The list of drawers leads here.">
        <Button component={Link} to={screens.drawer}>
          Show the drawers
        </Button>
      </EmptyState>
    </section>
  </>
)
