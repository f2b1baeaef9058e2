import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

import react from '@vitejs/plugin-react'
import { defineConfig, minify, type Plugin } from 'vite'

import { buildTargets, oldestInWords } from './scripts/browserslist.ts'

const web = join(import.meta.dirname, 'web')

/**
 * The back-office in few files. Left alone, every set of modules that the same screens share becomes a file (71 for a
 * list), each of which a browser asks for, links and compiles by itself. A part takes what its modules import with it,
 * but for what a part before it has; `tests/budgets/staff-weight.test.ts` weighs what comes of it.
 */
const parts = [
  { name: 'start', tags: ['$initial' as const], test: (id: string) => !/staff.(main\.tsx|index\.html)/.test(id) },
  {
    name: 'sign-in', // what it and every screen have in common
    test: /components.(PasswordInput|TextInput).\w+Input\.mjs|react-query|ui.form.SubmitButton|lib.(query|company)|theme.Logo/,
  },
  {
    name: 'frame', // what is around the screens, and what the dashboard and the lists have in common
    test: /staff.frame.Shell|ui.(dialog.dialogs|table.QueryTable|PeriodChoice|PageHeader|StatusBadge)|lib.useNow|contract.(insight.dashboard|insight.reminders|sales.sale-statuses)\.ts/,
  },
  {
    name: 'forms',
    test: /ui.(form.(RecordForm|RecordTrail|NumberBox|fields)|table.(RecordPage|OpenedRecord)|dialog.Dialog)\.tsx/,
  },
  {
    name: 'tills', // what the till and the screens that lead to it keep in the browser, and its printer
    test: /staff.(sales.(display.(displayChannel|openCustomerDisplay)|till.state.(localSales|tillPlace))|shared.printing.(PrintOnPrinter|browserPrinter))\.ts/,
  },
  { name: 'shared', test: /contract.|web.(ui|lib|staff)/, minShareCount: 3 },
]

/**
 * Three builds, one after the other: the back-office, the public pages (`--mode site`: on their own, so that a visitor
 * loads nothing that only the staff needs), and the public pages as the server runs them (`--ssr`).
 */
export default defineConfig(({ isSsrBuild, mode }) => ({
  root: web,
  plugins: [
    react(),
    !isSsrBuild && [firstScript(), meantBrowsers(), fontPreloads(), mode !== 'site' && compileHints(), compressed()],
  ],
  html: mode === 'site' ? {} : { cspNonce: '__NONCE__' }, // public pages are kept: they are the same for everybody
  build: {
    target: buildTargets,
    // The server's stack traces name the source files of a public page (server/site/draw.ts).
    sourcemap: Boolean(isSsrBuild),
    emptyOutDir: false,
    modulePreload: {
      polyfill: false, // every browser of the target preloads by itself
      // A script asks ahead for the two large parts alone: each that it asks for keeps a slow processor 10 ms. What every
      // screen has is linked by the page (server/site/shells.ts); small files come with the screen that imports them.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => /(forms|shared)-/.test(file)),
    },
    cssCodeSplit: mode === 'site',
    // Tests weigh what a visitor, and somebody of the staff, loads.
    manifest: !isSsrBuild && `.vite/${mode === 'site' ? 'site' : 'staff'}.json`,
    assetsInlineLimit: 0, // the Content-Security-Policy takes no data: fonts
    reportCompressedSize: false,
    chunkSizeWarningLimit: 600,
    outDir: join(import.meta.dirname, isSsrBuild ? 'dist/ssr' : 'dist/web'),
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: {
        ...(isSsrBuild && { sourcemapPathTransform: sourceFromDist }),
        ...(!isSsrBuild && mode !== 'site' && { codeSplitting: { groups: parts } }),
      },
      input: isSsrBuild
        ? join(web, 'site/server.tsx')
        : mode === 'site'
          ? // The page of an order has one small script of its own and none of the others (server/site/order-pages.ts).
            [join(web, 'site/index.html'), join(web, 'site/order/openOrder.ts')]
          : join(web, 'staff/index.html'),
    },
  },
}))

/** Returns the path of a source as it is after scripts/ready.mjs has moved the map from dist/.next to dist. */
const sourceFromDist = (source: string, map: string) =>
  relative(dirname(map.replace(/\.next[\\/]/, '')), resolve(dirname(map), source))

/**
 * The script that tells an old browser and sets light or dark before the page is drawn: in the page itself, since a file
 * of its own would keep the page waiting for it. The Content-Security-Policy takes it by its hash (server/site/shells.ts).
 */
function firstScript(): Plugin {
  return {
    name: 'first-script',
    transformIndexHtml: {
      order: 'pre',
      async handler() {
        const parts = ['browser', 'appearance'].map(async (name) => {
          const file = join(web, `theme/${name}.js`)
          // A browser that is too old must be able to read it.
          const { code } = await minify(file, await readFile(file, 'utf8'), { compress: { target: 'es2015' } })
          return code.trim()
        })
        return [{ tag: 'script', children: (await Promise.all(parts)).join(''), injectTo: 'head' }]
      },
    },
  }
}

/** Writes the browsers that are meant into the sentence that an old one shows. */
function meantBrowsers(): Plugin {
  return {
    name: 'meant-browsers',
    transformIndexHtml: (html) => html.replace('%BROWSERS%', oldestInWords),
  }
}

/** Asks for the two faces of every page first of all, so that they are there when it is first drawn (theme/fonts.css). */
function fontPreloads(): Plugin {
  return {
    name: 'font-preloads',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }) {
        if (!bundle) return [] // the development server
        return ['hanken-grotesk-latin-wght', 'cormorant-garamond-latin-wght'].map((face) => {
          const name = Object.keys(bundle).find((built) => built.includes(face))
          if (!name) throw new Error(`${face} was not built`)
          const attrs = { rel: 'preload', href: `/${name}`, as: 'font', type: 'font/woff2', crossorigin: true }
          return { tag: 'link', attrs, injectTo: 'head-prepend' }
        })
      },
    },
  }
}

/**
 * Tells the browser to compile every function of the parts that all screens have beforehand, beside the page's own work,
 * and to keep them compiled, instead of one by one when they are first called: some 1,400 while a list is first drawn.
 * https://github.com/WICG/explicit-javascript-compile-hints-file-based; others read a comment.
 */
function compileHints(): Plugin {
  return {
    name: 'compile-hints',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && parts.some(({ name }) => name === chunk.name))
            chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
      },
    },
  }
}

/**
 * Writes .br and .gz beside every text asset once, so that the server never compresses them.
 * From disk, when all is written: Vite itself still changes the code in generateBundle.
 */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle)) {
        if (!/\.(js|css|svg)$/.test(name)) continue
        const bytes = await readFile(join(dir, name))
        if (bytes.length < 1024) continue
        await Promise.all([
          writeFile(join(dir, `${name}.br`), await promisify(brotliCompress)(bytes)),
          writeFile(join(dir, `${name}.gz`), await promisify(gzip)(bytes, { level: 9 })),
        ])
      }
    },
  }
}
