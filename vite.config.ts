import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

import react from '@vitejs/plugin-react'
import { defineConfig, minify, type Plugin } from 'vite'

const web = join(import.meta.dirname, 'web')

/**
 * Three builds, one after the other: the back-office, the public pages (`--mode site`: on their own, so that a visitor
 * loads nothing that only the staff needs), and the public pages as the server runs them (`--ssr`).
 */
export default defineConfig(({ isSsrBuild, mode }) => ({
  root: web,
  plugins: [react(), !isSsrBuild && [appearance(), fontPreloads(), compressed()]],
  html: mode === 'site' ? {} : { cspNonce: '__NONCE__' }, // public pages are kept: they are the same for everybody
  build: {
    target: 'baseline-widely-available',
    emptyOutDir: false,
    modulePreload: { polyfill: false }, // every browser of the target preloads by itself
    // Tests weigh what a visitor, and somebody of the staff, loads.
    manifest: !isSsrBuild && `.vite/${mode === 'site' ? 'site' : 'staff'}.json`,
    assetsInlineLimit: 0, // the Content-Security-Policy takes no data: fonts
    reportCompressedSize: false,
    chunkSizeWarningLimit: 600,
    outDir: join(import.meta.dirname, isSsrBuild ? 'dist/ssr' : 'dist/web'),
    rolldownOptions: {
      checks: { bundlerTimings: false },
      input: isSsrBuild ? join(web, 'site/server.tsx') : join(web, mode === 'site' ? 'site' : 'staff', 'index.html'),
    },
  },
}))

/**
 * The script that sets light or dark before the page is drawn: in the page itself, since a file of its own would keep
 * the page waiting for it. The Content-Security-Policy takes it by its hash (server/site/shells.ts).
 */
function appearance(): Plugin {
  return {
    name: 'appearance',
    transformIndexHtml: {
      order: 'pre',
      async handler() {
        const file = join(web, 'theme/appearance.js')
        const { code } = await minify(file, await readFile(file, 'utf8'))
        return [{ tag: 'script', children: code.trim(), injectTo: 'head' }]
      },
    },
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
