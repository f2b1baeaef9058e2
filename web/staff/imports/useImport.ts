import { useEffect, useRef, useState } from 'react'

import type { ImportKind } from '../../../contract/imports/import-columns.ts'
import { importBytes, type ImportCheck, imports } from '../../../contract/imports/imports.ts'
import { type ApiError, call } from '../../lib/api.ts'
import { useWrite } from '../../lib/query.ts'
import { correctionsOf, rowsAfter, type ShownRow } from './importState.ts'

type Asked = { file: File; changed: Map<number, Record<string, string>>; out: Set<number>; createMissing: boolean }

/** One file on its way in: chosen, checked as often as something of it is corrected, and imported. */
export function useImport(kind: ImportKind) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [check, setCheck] = useState<ImportCheck | null>(null)
  const [rows, setRows] = useState<ShownRow[]>([])
  const [checking, setChecking] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const abort = useRef<AbortController>(null)
  useEffect(() => () => abort.current?.abort(), [])
  const write = useWrite(imports.create)

  const formOf = ({ file, changed, out, createMissing }: Asked) => ({
    body: { kind, corrections: correctionsOf(changed, out), createMissing },
    files: { file: [file] },
  })

  /** Only the last check counts: an earlier one that is still on its way is given up. */
  async function ask(next: Asked, shown: readonly ShownRow[], keepsError = false) {
    abort.current?.abort()
    const { signal } = (abort.current = new AbortController())
    setAsked(next)
    setRefused(null)
    if (!keepsError) write.reset()
    setChecking(true)
    try {
      const { data } = await call(imports.check, formOf(next), { signal })
      setCheck(data)
      setRows(rowsAfter(shown, data))
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
      setAsked(null)
      setRefused(`${file.name} has more than ${importBytes / 2 ** 20} MB. Please divide it`)
      return
    }
    void ask({ file, changed: new Map(), out: new Set(), createMissing: false }, [])
  }

  function correct(row: number, column: string, text: string) {
    if (!asked) return
    const changed = new Map(asked.changed).set(row, { ...asked.changed.get(row), [column]: text })
    void ask(
      { ...asked, changed },
      rows.map((one) => (one.row === row ? { ...one, cells: { ...one.cells, [column]: text } } : one)),
    )
  }

  function leaveOut(which: readonly number[], isOut: boolean) {
    if (!asked) return
    const out = new Set(asked.out)
    for (const row of which) {
      if (isOut) out.add(row)
      else out.delete(row)
    }
    const those = new Set(which)
    void ask(
      { ...asked, out },
      rows.map((one) => (those.has(one.row) ? { ...one, out: isOut } : one)),
    )
  }

  return {
    file: asked?.file ?? null,
    check,
    rows,
    checking,
    /** Why the file cannot be taken as it is. */
    refused,
    createMissing: asked?.createMissing ?? false,
    /** Something of it was typed that would be lost. */
    corrected: (asked?.changed.size ?? 0) + (asked?.out.size ?? 0) > 0,
    write,
    choose,
    correct,
    leaveOut,
    makeMissing: (createMissing: boolean) => asked && void ask({ ...asked, createMissing }, rows),
    // What somebody else has made meanwhile stands among the wrong rows then.
    run: () => asked && write.mutate(formOf(asked), { onError: () => void ask(asked, rows, true) }),
    again: () => {
      setAsked(null)
      setCheck(null)
      setRows([])
      setRefused(null)
      write.reset()
    },
  }
}
