import { Button } from '@mantine/core'
import { useRef } from 'react'

import { type PieceRow, pieces, scanBytes } from '../../../../contract/stock/pieces.ts'
import { callForFile } from '../../../lib/api.ts'
import { downloadFile } from '../../../lib/files.ts'
import { useWrite } from '../../../lib/query.ts'
import { may, useAccount } from '../../../lib/session.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { toasts } from '../../../ui/toasts.ts'

/** Downloads, replaces and removes the scan of the laboratory's certificate of a piece. */
export function PieceScan({ piece: { pieceID: id, number, certificateScan } }: { piece: PieceRow }) {
  const mayWrite = may(useAccount(), 'stock.write')
  const dialogs = useDialogs()
  const set = useWrite(pieces.setScan)
  const remove = useWrite(pieces.removeScan)
  const input = useRef<HTMLInputElement>(null)
  const failed = (error: unknown) => toasts.error(`Error: ${(error as Error).message}`)

  async function download() {
    try {
      const file = await callForFile(pieces.scan, { id })
      downloadFile(file, `${number}-certificate.${certificateScan === 'pdf' ? 'pdf' : 'webp'}`)
    } catch (error) {
      failed(error)
    }
  }
  async function upload(file: File) {
    if (file.size > scanBytes) return toasts.error(`A file may have at most ${scanBytes / 2 ** 20} MB`)
    try {
      await set.mutateAsync({ id, files: { file: [file] } })
      toasts.success('The scan is kept')
    } catch (error) {
      failed(error)
    }
  }
  async function confirmRemoval() {
    const isSure = await dialogs.confirm({
      title: 'Remove the scan?',
      text: `The scan of the certificate of ${number} is deleted within a day.`,
      action: 'Remove',
      danger: true,
    })
    if (isSure) await remove.mutateAsync({ id }).catch(failed)
  }
  return (
    <section className="panel record-facts" aria-label="Scan of the certificate">
      <h2>Scan of the laboratory’s certificate</h2>
      <p className="hint">A picture or a PDF of at most 8 MB. Only staff can download it.</p>
      <p className="buttons">
        {certificateScan !== null && (
          <Button size="sm" onClick={() => void download()}>
            {certificateScan === 'pdf' ? 'Download the PDF' : 'Download the picture'}
          </Button>
        )}
        {mayWrite && (
          <>
            <Button size="sm" loading={set.isPending} onClick={() => input.current?.click()}>
              {certificateScan === null ? 'Add a scan' : 'Replace'}
            </Button>
            <input
              ref={input}
              type="file"
              hidden
              accept="image/jpeg,image/png,image/webp,application/pdf"
              aria-label="File of the scan"
              onChange={(event) => {
                const [file] = event.currentTarget.files ?? []
                event.currentTarget.value = ''
                if (file) void upload(file)
              }}
            />
          </>
        )}
        {mayWrite && certificateScan !== null && (
          <Button size="sm" variant="subtle" loading={remove.isPending} onClick={() => void confirmRemoval()}>
            Remove
          </Button>
        )}
      </p>
    </section>
  )
}
