import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const web = join(import.meta.dirname, 'web')

/**
 * Three builds, one after the other: the back-office, the public pages (`--mode site`: on their own, so that a visitor
 * loads nothing that only the staff needs), and the public pages as the server runs them (`--ssr`).
 */
export default defineConfig(({ isSsrBuild, mode }) => ({
  root: web,
  plugins: [react(), !isSsrBuild && [appearance(), compressed()]],
  html: { cspNonce: '__NONCE__' },
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
 * The script that sets light or dark before the page is drawn: a hashed file of its own that blocks the page, where
 * Vite would make a module of it, which runs too late.
 */
function appearance(): Plugin {
  return {
    name: 'appearance',
    async buildStart() {
      const source = await readFile(join(web, 'theme/appearance.js'), 'utf8')
      this.emitFile({ type: 'asset', name: 'appearance.js', source })
    },
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }) {
        if (!bundle) return [] // the development server
        const name = Object.keys(bundle).find((file) => /appearance-[^/]*\.js$/.test(file))
        if (!name) throw new Error('theme/appearance.js was not built')
        const src = `/${name}`
        return [{ tag: 'script', attrs: { src }, injectTo: 'head-prepend' }]
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
