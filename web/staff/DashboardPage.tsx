import { Link } from 'react-router'

import { may, useAccount } from '../lib/session.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { navigation } from './navigation.ts'

export function DashboardPage() {
  const account = useAccount()
  const others = navigation.filter(
    (screen) => screen.group !== null && screen.tabOf === undefined && may(account, screen.access),
  )
  return (
    <>
      <PageHeader title="Dashboard" />
      {account?.roleID === 0 ? (
        <section className="panel note">
          <h2>Welcome, {account.name}</h2>
          <p>Your account waits for an administrator to give it a role. Until then there is nothing to do here.</p>
        </section>
      ) : (
        <>
          <p className="greeting">Welcome back, {account?.name}.</p>
          <ul className="tiles">
            {others.map(({ path, label, icon: Icon }) => (
              <li key={path}>
                <Link to={path} className="panel">
                  <Icon /> {label}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
