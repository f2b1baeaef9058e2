/** The words and colours of every status. What is not listed is black. */
const colours: Record<string, string> = {
  Active: 'blue',
  Inactive: 'red',
  Pending: 'orange',
  Approved: 'green',
  Canceled: 'red',
  Rejected: 'red',
}

/** Completed is blue for a sale, green for a document of the stock. */
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
