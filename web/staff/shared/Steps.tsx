import './steps.css'

/** Shows the steps of a task in order, and which of them is the present one. */
export function Steps({ label, steps, now }: { label: string; steps: readonly string[]; now: number }) {
  return (
    <ol className="steps" aria-label={label}>
      {steps.map((step, n) => (
        <li key={step} aria-current={n === now ? 'step' : undefined}>
          <i className={n === now ? 'oct now' : n < now ? 'oct' : 'oct next'}>{n + 1}</i>
          <span>{step}</span>
        </li>
      ))}
    </ol>
  )
}
