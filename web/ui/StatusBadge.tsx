/** The words and the colour of each status. An unlisted status is black. */
const colours: Record<string, string> = {
  Active: 'blue',
  Inactive: 'red',
  Pending: 'orange',
  Weighed: 'orange',
  Tested: 'orange',
  Offered: 'orange',
  Accepted: 'green',
  Declined: 'red',
  Approved: 'green',
  Canceled: 'red',
  Rejected: 'red',
  'Up to date': 'green',
  Late: 'red',
  Right: 'green',
  Failed: 'red',
  Sent: 'green',
  Queued: 'orange',
  Delivered: 'green',
  Waiting: 'orange',
  Failing: 'red',
  Planned: 'blue',
  Running: 'green',
  Paused: 'orange',
  Open: 'green',
  'Being counted': 'orange',
  Valid: 'green',
  Revoked: 'red',
}

/** Shows a status in its colour. Completed is blue for a sale and green for a stock document. */
export function StatusBadge({
  status,
  completed = 'blue',
}: {
  status: string | boolean
  completed?: 'blue' | 'green'
}) {
  const word = typeof status === 'boolean' ? (status ? 'Active' : 'Inactive') : status
  const colour = word === 'Completed' ? completed : (colours[word] ?? 'black')
  return <span className={`st ${colour}`}>{word}</span>
}
