import { Button } from '@mantine/core'

import { keyLabelsOf, showShortcuts, useShortcutGroups } from '../shortcuts.ts'
import { Dialog } from './Dialog.tsx'

/** Lists the shortcuts that work on the current screen. */
export function ShortcutsDialog() {
  const groups = useShortcutGroups()
  const titles = [...new Set(groups.filter(({ shortcuts }) => shortcuts.length > 0).map(({ title }) => title))]
  const close = () => showShortcuts(false)
  return (
    <Dialog title="Keys" size={520} zIndex={400} onClose={close}>
      <div className="dlg-body keys">
        {titles.map((title) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <dl>
              {groups
                .filter((group) => group.title === title)
                .flatMap(({ shortcuts }) => shortcuts)
                .map(({ key, what }) => (
                  <div key={`${key} ${what}`}>
                    <dt>
                      {keyLabelsOf(key).map((name) => (
                        <kbd key={name}>{name}</kbd>
                      ))}
                    </dt>
                    <dd>{what}</dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
      <div className="dlg-foot">
        <Button variant="filled" data-autofocus onClick={close}>
          Okay
        </Button>
      </div>
    </Dialog>
  )
}
