import { useEffect, useRef, useState } from 'react'

import type { ImportKind } from '../../../contract/imports/import-columns.ts'
import { importBytes, type ImportCheck, imports } from '../../../contract/imports/imports.ts'
import { type ApiError, call } from '../../lib/api.ts'
import { useWrite } from '../../lib/query.ts'
import { correctionsOf, mergeRows, type ShownRow } from './importState.ts'

type ImportDraft = {
  file: File
  changed: Map<number, Record<string, string>>
  out: Set<number>
  createMissing: boolean
  /** Whether the public site shows the items that do not say it themselves. */
  publish: boolean
}

/** Manages the import of one file: selection, a check after every correction, and the import itself. */
export function useImport(kind: ImportKind) {
  const [draft, setDraft] = useState<ImportDraft | null>(null)
  const [check, setCheck] = useState<ImportCheck | null>(null)
  const [rows, setRows] = useState<ShownRow[]>([])
  const [checking, setChecking] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const abort = useRef<AbortController>(null)
  useEffect(() => () => abort.current?.abort(), [])
  const write = useWrite(imports.create)

  const requestOf = ({ file, changed, out, createMissing, publish }: ImportDraft) => ({
    body: { kind, corrections: correctionsOf(changed, out), createMissing, publish },
    files: { file: [file] },
  })

  /** Checks the file with its corrections. A new check aborts the check that is still running. */
  async function runCheck(next: ImportDraft, shown: readonly ShownRow[], keepsError = false) {
    abort.current?.abort()
    const { signal } = (abort.current = new AbortController())
    setDraft(next)
    setRefused(null)
    if (!keepsError) write.reset()
    setChecking(true)
    try {
      const { data } = await call(imports.check, requestOf(next), { signal })
      setCheck(data)
      setRows(mergeRows(shown, data))
    } catch (error) {
      if (signal.aborted) return
      setRefused((error as ApiError).message)
    }
    if (!signal.aborted) setChecking(false)
  }

  function choose(file: File) {
    setCheck(null)
    setRows([])
    if (file.size > importBytes) {
      setDraft(null)
      setRefused(`${file.name} has more than ${importBytes / 2 ** 20} MB. Please divide it`)
      return
    }
    void runCheck({ file, changed: new Map(), out: new Set(), createMissing: false, publish: false }, [])
  }

  function correctCell(row: number, column: string, text: string) {
    if (!draft) return
    const changed = new Map(draft.changed).set(row, { ...draft.changed.get(row), [column]: text })
    void runCheck(
      { ...draft, changed },
      rows.map((one) => (one.row === row ? { ...one, cells: { ...one.cells, [column]: text } } : one)),
    )
  }

  function excludeRows(which: readonly number[], isOut: boolean) {
    if (!draft) return
    const out = new Set(draft.out)
    for (const row of which) {
      if (isOut) out.add(row)
      else out.delete(row)
    }
    const those = new Set(which)
    void runCheck(
      { ...draft, out },
      rows.map((one) => (those.has(one.row) ? { ...one, out: isOut } : one)),
    )
  }

  return {
    file: draft?.file ?? null,
    check,
    rows,
    checking,
    /** The reason why the file cannot be used. */
    refused,
    createMissing: draft?.createMissing ?? false,
    publish: draft?.publish ?? false,
    /** Whether the user has made corrections, which leaving the page would lose. */
    corrected: (draft?.changed.size ?? 0) + (draft?.out.size ?? 0) > 0,
    write,
    choose,
    correctCell,
    excludeRows,
    makeMissing: (createMissing: boolean) => draft && void runCheck({ ...draft, createMissing }, rows),
    // The answer changes no row's problems, so the file is not checked again.
    setPublish: (publish: boolean) => draft && setDraft({ ...draft, publish }),
    // If the import is refused, the file is checked again, because new records of another user can cause errors.
    run: () => draft && write.mutate(requestOf(draft), { onError: () => void runCheck(draft, rows, true) }),
    again: () => {
      setDraft(null)
      setCheck(null)
      setRows([])
      setRefused(null)
      write.reset()
    },
  }
}
