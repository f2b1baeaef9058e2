import { Menu } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, Outlet, ScrollRestoration, useLocation, useNavigate } from 'react-router'

import { device } from '../../../contract/devices/device.ts'
import { type Account, account as accountCalls } from '../../../contract/people/account.ts'
import { isUnassigned } from '../../../contract/shared/permissions.ts'
import { groups } from '../../../contract/shared/screen-entry.ts'
import { screens } from '../../../contract/shared/screens.ts'
import { publicPaths } from '../../../contract/site/site.ts'
import { call } from '../../lib/api.ts'
import { useCompany } from '../../lib/company.ts'
import { useConnectionLost } from '../../lib/connection.ts'
import { ownProfile } from '../../lib/profile.ts'
import { isDevice, setScreenLocked } from '../../lib/screenLock.ts'
import { hasUnsavedSales, may, signOut } from '../../lib/session.ts'
import { setDark, useDark } from '../../theme/appearance.ts'
import { Logo } from '../../theme/Logo.tsx'
import { useDialogs } from '../../ui/dialog/dialogs.tsx'
import { MoonIcon, SidebarIcon, SunIcon } from '../../ui/icons.tsx'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { showShortcuts, useShortcutOverview, useShortcuts } from '../../ui/shortcuts.ts'
import { Thumb } from '../../ui/Thumb.tsx'
import { usePhone } from '../../ui/usePhone.ts'
import { useIsScreenWide } from '../../ui/wideScreen.ts'
import { navigation, type Screen } from '../navigation/screens.ts'
import { Bell } from '../people/messages/Bell.tsx'
import { Search } from '../search/Search.tsx'
import { useLiveScreens } from './useLiveScreens.ts'

const MenuDrawer = lazyComponent(async () => (await import('./MenuDrawer.tsx')).MenuDrawer)
const AtDevice = lazyComponent(async () => (await import('../shared/devices/AtDevice.tsx')).AtDevice)
const ShortcutsDialog = lazyComponent(async () => (await import('../../ui/dialog/ShortcutsDialog.tsx')).ShortcutsDialog)

const sidebarKey = 'sidebar'

/** The screens that the signed-in user may open. */
type Reachable = readonly Screen[]

/** Renders the frame of every back-office screen: sidebar and top bar. */
export function Shell({ account }: { account: Account }) {
  const reachable = navigation.filter((screen) => may(account, screen.access))
  // A user without a role has only the dashboard, which explains what to wait for. The account menu has the rest.
  const linked = isUnassigned(account.roleID) ? reachable.filter(({ group }) => group === null) : reachable
  const phone = usePhone()
  const [chosenSlim, setChosenSlim] = useState(isInitiallySlim)
  // A wide screen folds the sidebar. Unfolding it there is not remembered for other screens.
  const wide = useIsScreenWide()
  const [unfolded, setUnfolded] = useState(false)
  const slim = wide ? !unfolded : chosenSlim
  const [drawer, setDrawer] = useState(false)
  const lost = useConnectionLost()
  const overview = useShortcutOverview()
  useShortcuts('Everywhere', [{ key: '?', what: 'These keys', run: () => showShortcuts(), notTyping: true }])
  // An administrator can change the user's role, name, e-mail and picture at any time. This query keeps them up to
  // date.
  useQuery({ ...ownProfile, refetchOnWindowFocus: 'always' })
  useLiveScreens(account.userID)

  function toggleSidebar() {
    if (phone) return setDrawer(true)
    if (wide) return setUnfolded(!unfolded)
    localStorage.setItem(sidebarKey, slim ? 'open' : 'closed')
    setChosenSlim(!slim)
  }

  return (
    <div className={slim ? 'shell slim' : 'shell'}>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      {!phone && (
        <aside className="side">
          <Sidebar reachable={linked} slim={slim} />
        </aside>
      )}
      <div className="page">
        <TopBar
          account={account}
          reachable={reachable}
          onToggleSidebar={toggleSidebar}
          sidebarOpen={phone ? drawer : !slim}
        />
        {lost && <ConnectionLost />}
        <main id="main" className="main" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      {phone && (
        <MenuDrawer opened={drawer} onClose={() => setDrawer(false)}>
          <Sidebar reachable={linked} slim={false} onGo={() => setDrawer(false)} />
        </MenuDrawer>
      )}
      {overview && <ShortcutsDialog />}
      {(account.byPin || isDevice()) && <AtDevice account={account} />}
      <ScrollRestoration />
    </div>
  )
}

/** Tells once that the server cannot be reached. When it is back, everything on the screen is fetched again. */
function ConnectionLost() {
  const client = useQueryClient()
  const company = useCompany()
  useEffect(() => () => void client.invalidateQueries(), [client])
  return (
    <output className="lost">
      No connection. {company?.name ?? 'The shop'} cannot be reached: what you see may be out of date, and nothing can
      be saved until it is back.
    </output>
  )
}

/** Returns the user's stored choice. Without one, the sidebar of a narrow window shows only icons. */
function isInitiallySlim() {
  const stored = localStorage.getItem(sidebarKey)
  return stored === null ? innerWidth < 1024 : stored === 'closed'
}

function Sidebar({ reachable, slim, onGo }: { reachable: Reachable; slim: boolean; onGo?: () => void }) {
  const company = useCompany()
  const { pathname } = useLocation()
  const opened = reachable.find(({ path }) => path === pathname)
  const marked = opened?.tabOf ?? opened?.partOf
  const renderLinks = (of: Screen['group']) =>
    reachable
      .filter(({ group, tabOf, inSidebar = true }) => group === of && tabOf === undefined && inSidebar)
      .map(({ path, label, icon: Icon }) => (
        <li key={path}>
          <Link
            to={path}
            title={slim ? label : undefined}
            aria-current={path === pathname ? 'page' : path === marked || undefined}
            {...(onGo && { onClick: onGo })}
          >
            <Icon />
            <span>{label}</span>
          </Link>
        </li>
      ))
  return (
    <>
      <a className="brand" href={publicPaths.home} {...(!company && { 'aria-label': 'Shop front' })}>
        {company && <Logo company={company} size={26} />}
      </a>
      <nav aria-label="Back-office">
        <ul>{renderLinks(null)}</ul>
        {groups
          .filter((group) => reachable.some((screen) => screen.group === group && screen.inSidebar !== false))
          .map((group) => (
            <section key={group} aria-label={group}>
              <h2>{group}</h2>
              <ul>{renderLinks(group)}</ul>
            </section>
          ))}
      </nav>
    </>
  )
}

function TopBar({
  account,
  reachable,
  onToggleSidebar,
  sidebarOpen,
}: {
  account: Account
  reachable: Reachable
  onToggleSidebar: () => void
  sidebarOpen: boolean
}) {
  const dark = useDark()
  return (
    <header className="bar">
      <button type="button" className="ib" aria-label="Sidebar" aria-expanded={sidebarOpen} onClick={onToggleSidebar}>
        <SidebarIcon />
      </button>
      <Search
        reachable={reachable.filter(({ partOf }) => partOf === undefined)}
        records={may(account, 'insight.read')}
      />
      <div className="rest">
        <button type="button" className="ib" aria-label="Dark mode" aria-pressed={dark} onClick={() => setDark(!dark)}>
          {dark ? <SunIcon /> : <MoonIcon />}
        </button>
        {reachable.some(({ path }) => path === screens.messages) && <Bell />}
        <ProfileMenu account={account} reachable={reachable} />
      </div>
    </header>
  )
}

const losesSales = {
  title: 'Log out?',
  text: 'There are sales that are not saved. Logging out discards them.',
  action: 'Log out',
  cancel: 'Stay',
  danger: true,
}

function ProfileMenu({ account, reachable }: { account: Account; reachable: Reachable }) {
  const navigate = useNavigate()
  const dialogs = useDialogs()

  async function logout() {
    if ((await hasUnsavedSales()) && !(await dialogs.confirm(losesSales))) return
    await signOut(() => call(accountCalls.logout, {}, { keepalive: true }))
  }

  function lock() {
    call(device.lock, {}).catch(() => {})
    setScreenLocked(true)
  }

  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <button type="button" className="who">
          <Thumb src={account.photo} name={account.name} small />
          <span>
            <span className="vh">Account of </span>
            <b>{account.name}</b> <span>{account.roleName}</span>
          </span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={publicPaths.home}>
          Shop front
        </Menu.Item>
        {[screens.profile, screens.settings].flatMap((path) => {
          const screen = reachable.find((candidate) => candidate.path === path)
          return screen === undefined
            ? []
            : [
                <Menu.Item key={path} onClick={() => void navigate(path)}>
                  {screen.label}
                </Menu.Item>,
              ]
        })}
        <Menu.Item onClick={() => showShortcuts()}>Keys</Menu.Item>
        {account.byPin && <Menu.Item onClick={lock}>Lock screen</Menu.Item>}
        <Menu.Divider />
        <Menu.Item onClick={() => void logout()}>Logout</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
