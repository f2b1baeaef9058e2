import './settings.css'
import type { ReactNode } from 'react'

/** Lays out one section: title and hint on the left, controls or facts on the right. */
export function Setting({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <section className="panel setting" aria-label={title}>
      <div>
        <h2>{title}</h2>
        <p>{hint}</p>
      </div>
      <div>{children}</div>
    </section>
  )
}
