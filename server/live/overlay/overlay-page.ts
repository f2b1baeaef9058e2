import { createHash } from 'node:crypto'

import type { FastifyInstance } from 'fastify'

import { liveOverlay, overlayPath } from '../../../contract/live/live-overlay.ts'

// The page that OBS lays over the picture of the camera. It is plain, because it runs for hours in a browser without
// windows, which pauses hidden pages: it asks for a snapshot every two seconds and keeps no stream open.

const style = `
*{margin:0;box-sizing:border-box}html{font-size:calc(100vw/192);background:transparent}
body{font-family:system-ui,sans-serif;color:#f7f3ea;overflow:hidden}
main{position:absolute;left:6.4rem;right:6.4rem;bottom:6.4rem;display:flex;justify-content:center;line-height:1}
main[hidden]{display:none}
#no{min-width:22rem;padding:0 3rem;display:grid;place-items:center;background:#e8d2a0;color:#1f1b16;font-size:15.4rem;font-weight:550;border-radius:.6rem 0 0 .6rem}
#say{background:#0a2b24;padding:2.7rem 4rem;display:grid;gap:2.6rem;min-width:78rem}
#say h1{font:600 6.8rem/1 Georgia,serif}
#say p{display:flex;align-items:center;gap:2.4rem;font-size:4.6rem}
#say b{margin-left:auto;padding-left:3rem;font-size:8.8rem;font-weight:550;white-space:nowrap}
#state{min-width:33rem;padding:0 4rem;display:grid;place-content:center;justify-items:center;gap:1.6rem;text-align:center;border-radius:0 .6rem .6rem 0;background:#1d6552}
#state.sold{background:#f7f3ea;color:#1f1b16}#state strong{font-size:9.6rem;font-weight:650}#state.sold strong{color:#9c2328}
#state span:empty{display:none}#state span{font-size:5.4rem;max-width:44rem;overflow-wrap:anywhere}
@media (orientation:portrait){html{font-size:calc(100vw/108)}main{left:4rem;right:4rem;bottom:40rem;display:grid;grid-template-columns:auto minmax(0,1fr)}
#no{border-radius:.6rem 0 0 0;min-width:20rem}#say{min-width:0}#say p{flex-wrap:wrap}#say b{flex-basis:100%;padding:0;margin:0}
#state{grid-column:1/-1;padding:3rem;border-radius:0 0 .6rem .6rem}}`

const script = `
const token=location.hash.slice(1),at=id=>document.getElementById(id)
function draw(piece){
  at('plate').hidden=!piece
  if(!piece)return
  at('no').textContent=piece.number
  at('name').textContent=piece.name
  at('karat').textContent=piece.karat??''
  at('weight').textContent=piece.weight
  at('price').textContent='₱'+piece.price.toLocaleString('en',{minimumFractionDigits:piece.price%1?2:0})
  at('state').className=piece.state==='SOLD'?'sold':'mine'
  at('word').textContent=piece.state
  at('names').textContent=piece.firstNames.join(', ')
}
let missed=0
async function look(){
  try{
    const answer=await fetch('${liveOverlay.snapshot.path}',{method:'POST',cache:'no-store',headers:{'content-type':'application/json'},body:JSON.stringify({token})})
    if(answer.ok){missed=0;draw((await answer.json()).data.piece)}
    else if(answer.status===404){missed=30;draw(null)}
    else missed++
  }catch{missed++}
  // A plate that may be old is worse than none.
  if(missed===5)draw(null)
  setTimeout(look,missed>=30?60000:2000)
}
addEventListener('hashchange',()=>location.reload())
if(token)look()`

const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>Overlay</title><style>${style}</style></head>
<body><main id="plate" aria-live="polite" hidden><p id="no"></p><div id="say"><h1 id="name"></h1><p><span id="karat"></span><span id="weight"></span><b id="price"></b></p></div><p id="state"><strong id="word"></strong><span id="names"></span></p></main>
<script>${script}</script></body></html>`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

/** Serves the page of the overlay. It is the same for everybody; the secret in its address decides what it shows. */
export const serveOverlayPage = (app: FastifyInstance) =>
  void app.get(overlayPath, (_, reply) => reply.headers(headers).send(html))
