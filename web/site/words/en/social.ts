export const social = {
  heading: 'Follow the bench',
  lead: 'New pieces and live selling dates appear here first.',
  website: 'Website',
  soon: 'coming soon',
}
