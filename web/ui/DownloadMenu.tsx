import { Button, Menu } from '@mantine/core'

import { DownIcon, DownloadIcon } from './icons.tsx'

/** One button that offers all files of a screen. In a toolbar it is only an icon. */
export function DownloadMenu({
  files,
  inToolbar = false,
  disabled = false,
  loading = false,
}: {
  files: readonly { label: string; onDownload: () => void }[]
  inToolbar?: boolean
  disabled?: boolean
  loading?: boolean
}) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        {inToolbar ? (
          <button type="button" className="ib sm" aria-label="Download" title="Download" disabled={disabled}>
            <DownloadIcon />
          </button>
        ) : (
          <Button leftSection={<DownloadIcon />} rightSection={<DownIcon />} disabled={disabled} loading={loading}>
            Download
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {files.map(({ label, onDownload }) => (
          <Menu.Item key={label} onClick={onDownload}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
