import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { Link, Outlet, type RouteObject, ScrollRestoration } from 'react-router'

import { account as accountCalls } from '../../contract/account.ts'
import { companyProfile } from '../../contract/company-profile.ts'
import { screens } from '../../contract/screens.ts'
import { type Call, publicPaths } from '../../contract/site.ts'
import { call as http } from '../lib/api.ts'
import { useCompany } from '../lib/company.ts'
import { read } from '../lib/query.ts'
import { forgetAccount, useAccount } from '../lib/session.ts'
import hero640 from '../pictures/hero-640.webp'
import hero960 from '../pictures/hero-960.webp'
import hero1600 from '../pictures/hero-1600.webp'
import { Hallmark } from '../theme/Hallmark.tsx'
import { Logo } from '../theme/Logo.tsx'

/** Loaders fill the query cache, components read it: the same routes run in the server and in the browser. */
export const routes = (client: QueryClient, call: Call): RouteObject[] => [
  {
    Component: Frame,
    loader: async () => {
      await client.prefetchQuery(read(companyProfile.get, {}, call))
      return null
    },
    children: [
      { index: true, Component: Home },
      {
        path: '*',
        // The status travels; what is shown is the home page.
        loader: () => {
          throw new Response(null, { status: 404 })
        },
        ErrorBoundary: NotFound,
      },
    ],
  },
]

function Frame() {
  const company = useCompany()
  return (
    <>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <header className="head">
        <div className="wrap">
          <Link className="logo" to={publicPaths.home}>
            {company ? <Logo company={company} size={38} /> : 'Loading...'}
          </Link>
          <nav className="nav" aria-label="Main">
            <Link to={publicPaths.home} aria-current="page">
              Home
            </Link>
          </nav>
          <Account />
        </div>
      </header>
      <main id="main">
        <Outlet />
      </main>
      <footer className="foot">
        <div className="wrap">{company && `© 2024 ${company.name}. All rights reserved.`}</div>
      </footer>
      <ScrollRestoration />
    </>
  )
}

/** Sign in, or what the signed-in may do. These lead to pages of their own, outside this router. */
function Account() {
  const account = useAccount()
  const [open, setOpen] = useState(false)
  const element = useRef<HTMLDivElement>(null)
  const menu = useId()

  useEffect(() => {
    if (!open) return undefined
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      element.current?.querySelector('button')?.focus()
    }
    const outside = (event: Event) => {
      if (!element.current?.contains(event.target as Node)) setOpen(false)
    }
    addEventListener('keydown', escape)
    addEventListener('pointerdown', outside)
    addEventListener('focusin', outside)
    return () => {
      removeEventListener('keydown', escape)
      removeEventListener('pointerdown', outside)
      removeEventListener('focusin', outside)
    }
  }, [open])

  async function logout() {
    // Out means out: also when the server cannot be told.
    await http(accountCalls.logout, {}).catch(() => null)
    forgetAccount()
  }

  if (!account)
    return (
      <a className="btn" href={screens.login}>
        Sign in
      </a>
    )
  return (
    <div className="account" ref={element}>
      <button type="button" className="btn" aria-expanded={open} aria-controls={menu} onClick={() => setOpen(!open)}>
        Account
        <svg className="i" viewBox="0 0 20 20" aria-hidden="true">
          <path d="M5 8l5 5 5-5" />
        </svg>
      </button>
      <div className="menu" id={menu} hidden={!open}>
        <a href={screens.dashboard}>Dashboard</a>
        <button type="button" onClick={() => void logout()}>
          Logout
        </button>
      </div>
    </div>
  )
}

function Home() {
  const company = useCompany()
  return (
    <>
      <title>{company?.name ?? ''}</title>
      <meta
        name="description"
        content="Gold and diamond jewelry from 24K to 10K: made to order, on pre-order, or chosen with you live from our shop in Japan."
      />
      <section className="hero">
        <div className="say">
          <h1>
            Gold worth
            <br />
            handing down.
          </h1>
          <p>
            Gold and diamond jewelry from 24K to 10K: made to order, on pre-order, or chosen with you live from our shop
            in Japan.
          </p>
          <ul className="karats" aria-label="Karats we work in">
            {['24K', '22K', '21K', '18K', '14K', '10K'].map((karat) => (
              <li key={karat}>
                <Hallmark karat={karat} />
              </li>
            ))}
          </ul>
        </div>
        <div className="art">
          <img
            src={hero960}
            srcSet={`${hero640} 640w, ${hero960} 960w, ${hero1600} 1600w`}
            sizes="(max-width: 900px) 100vw, 54vw"
            width={1600}
            height={1500}
            alt="A diamond ring, a sun pendant, gold bangles and pearls on dark green plinths"
            fetchPriority="high"
          />
        </div>
      </section>
      <section className="wrap intro">
        <p className="display">
          We are a small jewelry supplier in Japan, serving families and resellers who want to know exactly what they
          are buying: the karat, the grams, the stone, and the price of each.
        </p>
        <p className="muted">
          Tell us what you have in mind and we will have it made, keep it for you on pre-order, or show it to you under
          the lamp in a live sale. Every piece is weighed and checked before it leaves, and we answer in Tagalog,
          English and Japanese.
        </p>
      </section>
    </>
  )
}

function NotFound() {
  return (
    <>
      <meta name="robots" content="noindex" />
      <Home />
    </>
  )
}
