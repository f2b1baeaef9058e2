import type { ReactNode } from 'react'

/** Explains an empty screen: a title, an instruction, and the one button that fills it. */
export function EmptyState({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <svg className="big" viewBox="0 0 148 112" aria-hidden="true">
        <path d="M74 14v78M50 98h48M74 92c-10 0-16 6-16 6h32s-6-6-16-6zM30 26c16-8 28-8 44-6s28 4 44-6" />
        <circle cx="74" cy="14" r="5" />
        <path d="M30 26L14 62h32zM118 14L102 50h32z" />
        <path d="M12 62h36c-1 9-8 14-18 14s-17-5-18-14zM100 50h36c-1 9-8 14-18 14s-17-5-18-14z" />
        <path d="M24 56h12l4 4M24 56l-4 4M112 44l3-4h6l3 4-6 6z" />
      </svg>
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  )
}
