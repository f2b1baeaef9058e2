import { chromium } from '@playwright/test'
const b = await chromium.launch({ executablePath:'/usr/bin/chromium', args:['--no-sandbox'] })
const log=(p)=>{p.on('console', m => { if (m.type()==='error'||m.type()==='warning') console.log('CONSOLE', m.text()) });p.on('pageerror', e => console.log('ERR', String(e)))}
{ const c=await b.newContext({viewport:{width:390,height:844},hasTouch:true}); const p=await c.newPage(); log(p)
  await p.goto('http://localhost:4180/shop'); await p.waitForLoadState('networkidle')
  await p.getByText('Filter',{exact:true}).click(); await p.waitForTimeout(300)
  await p.getByRole('checkbox',{name:/^Rings/}).check(); await p.waitForTimeout(600)
  await p.screenshot({path:'/tmp/shop-sheet.png'})
  await p.getByRole('button',{name:/Show \d+ piece/}).click(); await p.waitForTimeout(300); await p.screenshot({path:'/tmp/shop-filtered.png'})
  console.log(p.url())
  await p.goto('http://localhost:4180/shop/11'); await p.waitForLoadState('networkidle')
  await p.getByTitle('Look closely').click(); await p.waitForTimeout(600); await p.screenshot({path:'/tmp/shop-zoom390.png'})
  await c.close() }
{ const c=await b.newContext({viewport:{width:1440,height:900}}); const p=await c.newPage(); log(p)
  await p.goto('http://localhost:4180/shop/11'); await p.waitForLoadState('networkidle')
  await p.getByTitle('Look closely').focus(); await p.keyboard.press('Enter'); await p.waitForTimeout(600)
  for (const k of ['+','+','ArrowRight']) await p.keyboard.press(k)
  await p.waitForTimeout(200); await p.screenshot({path:'/tmp/shop-zoom.png'})
  await p.keyboard.press('Escape'); console.log(await p.evaluate(()=>document.activeElement.className+' '+document.querySelectorAll('dialog').length))
  await p.getByRole('button',{name:'Send question'}).click(); await p.waitForTimeout(600); await p.screenshot({path:'/tmp/shop-wrong.png'})
  console.log(await p.evaluate(()=>document.activeElement.id))
  await p.getByLabel('Name').fill('A'); await p.getByLabel('Email').fill('a2@b.example'); await p.getByLabel('Your question').fill('Hello?'); await p.getByRole('button',{name:'Send question'}).click(); await p.waitForTimeout(800); await p.screenshot({path:'/tmp/shop-thanks.png'}); console.log(p.url())
  await c.close() }
await b.close()
