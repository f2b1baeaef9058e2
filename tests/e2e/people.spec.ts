import type { Browser, Locator, Page } from '@playwright/test'
import pg from 'pg'
import sharp from 'sharp'

import type { Account } from '../../contract/people/account.ts'
import type { UserRow } from '../../contract/people/users.ts'
import { runningCluster } from '../../server/db/embedded.ts'
import { drawPicture } from '../support/pictures.ts'
import { dataFolder, removeFolder, type Server, startServer } from '../support/server.ts'
import { api, axe, expect, newAccount, password, test, unique } from './fixtures.ts'
import { form } from './steps.ts'

/** Locates the error under a field. */
const wrong = (within: Locator, text: string) => within.locator('.err', { hasText: text })
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const picture = async (colour: string) => ({
  name: `${colour}.png`,
  mimeType: 'image/png',
  buffer: await drawPicture(colour, { width: 40, height: 40 }),
})

/** Creates a user. */
async function given(account: Account | null, fields: Partial<UserRow> = {}) {
  const username = unique('user')
  const email = `${username}@people.example`
  const person = { firstName: 'Given', lastName: username.slice(-8), roleID: 3, username, email, password, ...fields }
  return (await api<{ data: UserRow }>(account, 'POST', '/api/v1/users', person)).data
}

/** Chooses an action for that user that only administrators have. */
async function choose(page: Page, user: UserRow, item: string) {
  await page.goto(`/users?search=${user.username}`)
  await page.getByRole('button', { name: `More for ${user.firstName} ${user.lastName}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Opens a separate page for another user. */
async function otherPage(browser: Browser, account: Account | null) {
  const text = account && JSON.stringify(account)
  const context = await browser.newContext({
    storageState: {
      cookies: [],
      origins: [
        { origin: process.env['SHOP_URL']!, localStorage: text === null ? [] : [{ name: 'account', value: text }] },
      ],
    },
  })
  return context.newPage()
}

test.describe('users', () => {
  test.use({ allow: [/status of 409/] })

  test('a user is created with a picture, invalid at first, and then edited', async ({ page }) => {
    const username = unique('user')
    const last = username.slice(-8)
    await page.goto('/users')
    await expect(page.getByRole('heading', { name: 'USER LIST' })).toBeVisible()
    await expect(page.getByRole('columnheader')).toHaveText([
      'Picture',
      'ID',
      'First Name',
      'Middle Name',
      'Last Name',
      'Role',
      'Email',
      'Phone Number',
      'Address',
      'Birthday',
      'Status',
      'Action',
    ])
    await page.getByRole('button', { name: '+ Create User' }).first().click()
    const create = form(page, 'Create User')
    const save = create.getByRole('button', { name: 'Create User' })
    await expect(create.getByLabel('First name')).toBeFocused()
    await expect(create.getByRole('combobox', { name: 'Role' })).toHaveValue('Unassigned')
    await expect(save).toBeDisabled()
    await axe(page)

    await create
      .getByLabel('Picture file')
      .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') })
    await expect(create.getByText('a.txt is not a picture we can read')).toBeVisible()
    await create.getByLabel('Picture file').setInputFiles(await picture('teal'))
    await expect(create.getByRole('img', { name: 'Picture' })).toBeVisible()
    await expect(create.getByText('a.txt is not a picture we can read')).toBeHidden()
    await create.getByLabel('First name').fill('Marites')
    await create.getByLabel('Middle name').fill('Luz')
    await create.getByLabel('Last name').fill(last)
    await create.getByLabel('Username').fill(username)
    await create.getByLabel('Email').fill('marites@shop')
    await expect(wrong(create, 'Enter a valid email')).toBeVisible()
    await create.getByLabel('Email').fill(process.env['ADMIN_EMAIL']!)
    await create.getByLabel(/^Password/).fill('12345')
    await expect(wrong(create, 'Password length must be at least 6 characters')).toBeVisible()
    await create.getByLabel(/^Password/).fill('secret12')
    await create.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option', { name: 'Staff' }).click()
    await create.getByLabel('Phone number').fill('+81 90 5550 0142')
    await create.getByLabel('Birthday').fill('1990-05-01')
    await create.getByLabel('Address').fill('Nagoya')
    await save.click()
    await expect(create.getByText('Error: Error creating user: Email already exists')).toBeVisible()
    await create.getByLabel('Email').fill(`${username}@people.example`)
    await save.click()
    await expect(page.getByRole('dialog', { name: 'User Created!' })).toContainText('has been successfully created')
    await page.getByRole('button', { name: 'Okay' }).click()

    const row = rowOf(page, last)
    await expect(row.getByRole('cell')).toHaveText([
      '',
      /^\d+$/,
      /^Marites/,
      'Luz',
      last,
      'Staff',
      `${username}@people.example`,
      '+81 90 5550 0142',
      'Nagoya',
      '1 May 1990',
      'Active',
      '',
    ])
    await expect(row.locator('img')).toHaveAttribute('src', /^\/pictures\/\w+\.webp$/)
    expect(
      await api(null, 'POST', '/api/v1/login', { email: `${username}@people.example`, password: 'secret12' }),
    ).toMatchObject({ roleID: 3 })

    await page.getByRole('button', { name: `Edit Marites ${last}` }).click()
    const edit = form(page, 'Edit User')
    await expect(edit.getByLabel('First name')).toHaveValue('Marites')
    await expect(edit.getByLabel('Birthday')).toHaveValue('1 May 1990')
    await expect(edit.getByRole('img', { name: 'Picture' })).toHaveAttribute('src', /^\/pictures\//)
    await edit.getByLabel('Last name').fill('')
    await expect(wrong(edit, 'Last name is required')).toBeVisible()
    await edit.getByLabel('Last name').fill(`${last}-Cruz`)
    await edit.getByLabel('Birthday').fill('')
    await edit.getByRole('button', { name: 'Remove' }).click()
    await expect(edit.getByText('No picture')).toBeVisible()
    await edit.getByRole('button', { name: 'Undo' }).click()
    await expect(edit.getByRole('img', { name: 'Picture' })).toBeVisible()
    await edit.getByRole('button', { name: 'Remove' }).click()
    await edit.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Inactive' }).click()
    await edit.getByRole('button', { name: 'Update User' }).click()
    await expect(page.getByRole('dialog', { name: 'User Updated!' })).toBeVisible()
    await page.getByRole('button', { name: 'Okay' }).click()
    await expect(rowOf(page, `${last}-Cruz`).getByRole('cell')).toContainText(['Inactive'])
    await expect(rowOf(page, `${last}-Cruz`)).not.toContainText('1990')
    await expect(rowOf(page, `${last}-Cruz`).locator('img')).toHaveCount(0)
  })

  test('users are paged, searched and filtered, accessible, and cards on a phone', async ({ page, account }) => {
    test.slow()
    const word = unique('Paged').replace(' ', '')
    for (let n = 1; n <= 11; n++) await given(account, { firstName: `${word}${n}`, roleID: n === 11 ? 2 : 3 })
    await page.goto(`/users?search=${word}`)
    await expect(page.getByText('1–10 of 11')).toBeVisible()
    await axe(page)
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page.getByText('11–11 of 11')).toBeVisible()
    await expect(page.locator('td[data-card=title]')).toHaveText([new RegExp(`^${word}1 `)])
    await page.getByRole('combobox', { name: 'Any role' }).click()
    await page.getByRole('option', { name: 'Manager' }).click()
    await expect(page.getByText('1–1 of 1')).toBeVisible()

    await page.setViewportSize({ width: 390, height: 844 })
    const card = page.getByRole('list', { name: 'Users' }).getByRole('listitem')
    await expect(card).toContainText(word)
    await expect(card).toContainText('Manager')
    await axe(page)
    await card.getByRole('button', { name: /^More for/ }).click()
    await expect(page.getByRole('menuitem', { name: 'Set new password' })).toBeVisible()
    await page.keyboard.press('Escape')
    await card.getByRole('button', { name: /^Edit/ }).click()
    await expect(form(page, 'Edit User').getByLabel('Username')).toBeVisible()
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect(wide).toBe(false)
  })

  test('an administrator sets a password, which ends the user’s sessions', async ({ page, account }) => {
    const user = await given(account)
    const old = await api<Account>(null, 'POST', '/api/v1/login', { email: user.email, password })
    await choose(page, user, 'Set new password')
    const set = form(page, 'Set new password')
    await expect(set.getByLabel('New password')).toBeFocused()
    await set.getByLabel('New password').fill('12345')
    await expect(wrong(set, 'Password length must be at least 6 characters')).toBeVisible()
    await axe(page)
    await set.getByLabel('New password').fill('brand-new')
    await set.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByRole('dialog', { name: 'Password Changed!' })).toContainText(user.firstName)
    await expect(api(old, 'GET', '/api/users/profile')).rejects.toThrow('401')
    await api(null, 'POST', '/api/v1/login', { email: user.email, password: 'brand-new' })
  })

  test('a sign-in link is shown once, signs in once, and leaves the address', async ({ page, account, browser }) => {
    const user = await given(account)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await choose(page, user, 'Make sign-in link')
    const dialog = page.getByRole('dialog', { name: 'Make sign-in link' })
    await expect(dialog).toContainText('It works once and for 24 hours')
    await dialog.getByRole('button', { name: 'Make link' }).click()
    await expect(dialog.getByLabel('Sign-in link', { exact: true })).toBeFocused()
    await expect(dialog).toContainText('the shop has no mail server')
    await axe(page)
    await dialog.getByRole('button', { name: 'Copy' }).click()
    await expect(dialog.getByText('Copied')).toBeVisible()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(link).toBe(await dialog.getByLabel('Sign-in link', { exact: true }).inputValue())
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(page.getByText('/login#link=')).toBeHidden()

    const theirs = await otherPage(browser, null)
    await theirs.goto(link)
    await expect(theirs).toHaveURL(/\/dashboard$/)
    await expect(theirs.getByRole('button', { name: `Account of Given ${user.lastName}` })).toBeVisible()
    const again = await otherPage(browser, null)
    await again.goto(link)
    await expect(again.getByText('This link was used before or has expired. Ask for a new one')).toBeVisible()
    await expect(again).toHaveURL(/\/login$/)
    await expect(again.getByLabel('Email')).toBeVisible()
    await Promise.all([theirs, again].map((other) => other.context().close()))
  })
})

test.describe('a manager', () => {
  test.use({ role: 2, allow: [/status of 403/] })

  test('sees no actions of administrators, and is refused when trying one', async ({ page, account }) => {
    await page.goto('/users')
    await page.getByRole('button', { name: '+ Create User' }).first().click()
    const create = form(page, 'Create User')
    await create.getByRole('combobox', { name: 'Role' }).click()
    await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['Unassigned', 'Manager', 'Staff'])
    await page.keyboard.press('Escape')
    await create.getByRole('button', { name: 'Cancel' }).click()

    const user = await given(account)
    await page.goto(`/users?search=${user.username}`)
    await expect(page.getByRole('button', { name: `Edit Given ${user.lastName}` })).toBeVisible()
    await expect(page.getByRole('button', { name: /^More for/ })).toHaveCount(0)

    await page.goto('/users?roleID=1')
    await page.getByRole('button', { name: /^Edit/ }).first().click()
    const edit = form(page, 'Edit User')
    await expect(edit.getByRole('combobox', { name: 'Role' })).toHaveValue('Admin')
    await edit.getByLabel('Phone number').fill('1')
    await edit.getByRole('button', { name: 'Update User' }).click()
    await expect(edit.getByText('Error: Only an administrator may do this')).toBeVisible()
  })
})

test.describe('the user’s own profile', () => {
  test.use({ role: null, allow: [/status of 409/] })

  let me: Account
  test.beforeEach(async ({ page }) => {
    me = await newAccount(0)
    await page.addInitScript(
      (text) => localStorage.getItem('account') ?? localStorage.setItem('account', text),
      JSON.stringify(me),
    )
    await page.goto('/dashboard')
    await page.getByRole('button', { name: `Account of ${me.name}` }).click()
    await page.getByRole('menuitem', { name: 'Profile' }).click()
    await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  })

  test('name, e-mail and password change, and the browser’s stored account follows', async ({ page }) => {
    const profile = form(page, 'Profile')
    const update = profile.getByRole('button', { name: 'Update' })
    await expect(profile.getByLabel('Name')).toHaveValue(me.name)
    await expect(profile.getByLabel('Email')).toHaveValue(me.email)
    await axe(page)
    await profile.getByLabel('Name').fill('')
    await expect(wrong(profile, 'Name is required')).toBeVisible()
    await expect(update).toBeDisabled()
    await profile.getByLabel('Name').fill(' ')
    await expect(wrong(profile, 'Name length must be at least 1 character')).toBeVisible()
    await profile.getByLabel('Name').fill('Liza Reyes')
    await profile.getByLabel('Email').fill('liza@shop')
    await expect(wrong(profile, 'Enter a valid email')).toBeVisible()
    await profile.getByLabel('Email').fill(process.env['ADMIN_EMAIL']!)
    await update.click()
    await expect(page.getByText('Email already exists')).toBeVisible()

    await profile.getByLabel('Email').fill(`new.${me.email}`)
    await profile.getByLabel('New Password (optional)').fill('another one')
    await update.click()
    await expect(page.getByText('Profile is updated')).toBeVisible()
    await expect(profile.getByLabel('New Password (optional)')).toHaveValue('')
    const who = page.getByRole('button', { name: 'Account of Liza Reyes' })
    await expect(who).toContainText('LR')
    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('account')!))
    expect(kept).toMatchObject({ success: true, name: 'Liza Reyes', email: `new.${me.email}`, roleID: 0 })
    expect(kept.token).not.toBe(me.token)
    await api(null, 'POST', '/api/v1/login', { email: kept.email, password: 'another one' })
  })

  test('a picture is cropped by keyboard and uploaded, then deleted', async ({ page }) => {
    // The picture is red on the left and blue on the right, so that the crop is visible in the result.
    const halves = await sharp(await drawPicture('blue', { width: 800, height: 400 }))
      .composite([{ input: await drawPicture('red', { width: 400, height: 400 }), left: 0, top: 0 }])
      .png()
      .toBuffer()
    const file = { name: 'me.png', mimeType: 'image/png', buffer: halves }
    const chooser = page.getByLabel('Picture', { exact: true })
    await chooser.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await expect(page.getByText('me.png is not a picture we can read')).toBeVisible()

    await chooser.setInputFiles(file)
    const crop = page.getByRole('dialog', { name: 'Crop Image' })
    const zoom = crop.getByLabel('Zoom')
    await expect(zoom).toBeFocused()
    await expect(crop).toContainText('100%')
    await page.keyboard.press('ArrowLeft')
    await expect(crop).toContainText('100%')
    for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowRight')
    await expect(crop).toContainText('130%')
    await page.keyboard.press('End')
    await expect(crop).toContainText('300%')
    await page.keyboard.press('Home')
    await expect(crop).toContainText('100%')
    // The wheel zooms between the steps and settles on a step of the slider.
    await crop.getByRole('group', { name: /The part that is kept/ }).hover()
    await page.mouse.wheel(0, -14)
    await expect(crop).toContainText('110%')
    await expect(zoom).toHaveValue('1.1')
    await expect(crop.locator('img')).toHaveAttribute('style', /scale\(1\.1\)/)
    await axe(page)
    await crop.getByRole('button', { name: 'Cancel' }).click()
    await expect(crop).toBeHidden()
    await expect(page.getByRole('button', { name: 'Delete picture' })).toBeHidden()

    await chooser.setInputFiles(file)
    const area = crop.getByRole('group', { name: /The part that is kept/ })
    await area.focus()
    for (let press = 0; press < 30; press++) await page.keyboard.press('ArrowRight')
    await crop.getByRole('button', { name: 'Crop & Upload' }).click()
    await expect(page.getByText('Profile Photo is updated')).toBeVisible()
    await expect(crop).toBeHidden()
    const src = await page
      .getByRole('button', { name: /^Account of/ })
      .locator('img')
      .getAttribute('src')
    const stored = sharp(Buffer.from(await (await page.request.get(src!)).body()))
    const { width, height } = await stored.metadata()
    expect([width, height]).toEqual([320, 320])
    const { dominant } = await stored.stats()
    expect(dominant.r).toBeGreaterThan(200)
    expect(dominant.b).toBeLessThan(50)

    await page.getByRole('button', { name: 'Delete picture' }).click()
    const ask = page.getByRole('dialog', { name: 'Delete picture' })
    await expect(ask).toContainText('Do you want to delete your profile picture')
    await ask.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('button', { name: 'Delete picture' })).toBeVisible()
    await page.getByRole('button', { name: 'Delete picture' }).click()
    await ask.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByText('Profile Photo is removed')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Account of/ }).locator('img')).toHaveCount(0)
  })

  test('everything is reachable at 390 px', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByLabel('Picture', { exact: true }).setInputFiles(await picture('gold'))
    await expect(
      page.getByRole('dialog', { name: 'Crop Image' }).getByRole('button', { name: 'Crop & Upload' }),
    ).toBeInViewport()
    await page.getByRole('button', { name: 'Crop & Upload' }).click()
    await expect(page.getByRole('button', { name: 'Delete picture' })).toBeInViewport()
    await axe(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
  })
})

test.describe('in a separate shop', () => {
  test.use({ role: null, allow: [/status of (403|409|415)|ERR_INTERNET_DISCONNECTED/] })

  let folder: string
  let server: Server
  const admin = { ADMIN_EMAIL: 'boss@shop.example', ADMIN_PASSWORD: 'a password of the boss' }
  test.beforeAll(async () => {
    folder = await dataFolder()
    server = await startServer({ DATA_DIR: folder, ...admin })
  })
  test.afterAll(async () => {
    server.child.kill('SIGTERM')
    await server.ended
    await removeFolder(folder)
  })
  test.beforeEach(async ({ page }) => {
    await page.goto(`${server.url}/login`)
    await page.getByLabel('Email').fill(admin.ADMIN_EMAIL)
    await page.getByLabel('Password', { exact: true }).fill(admin.ADMIN_PASSWORD)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.waitForURL(/\/dashboard$/)
  })

  test('the last administrator can neither give up the role nor be deactivated', async ({ page }) => {
    await page.goto(`${server.url}/users?id=1`)
    const edit = form(page, 'Edit User')
    for (const [field, before, value] of [
      ['Role', 'Admin', 'Manager'],
      ['Status', 'Active', 'Inactive'],
    ] as const) {
      const select = edit.getByRole('combobox', { name: field })
      await expect(select).toHaveValue(before)
      await select.click()
      await page.getByRole('option', { name: value }).click()
      await edit.getByRole('button', { name: 'Update User' }).click()
      await expect(edit.getByText('Error: This is the last active administrator: make another one first')).toBeVisible()
      await select.click()
      await page.getByRole('option', { name: before, exact: true }).click()
    }

    // The changed name appears immediately in all places.
    await edit.getByLabel('First name').fill('Amihan')
    await edit.getByLabel('Last name').fill('Reyes')
    await edit.getByRole('button', { name: 'Update User' }).click()
    await page.getByRole('dialog', { name: 'User Updated!' }).getByRole('button', { name: 'Okay' }).click()
    await expect(page.getByRole('button', { name: 'Account of Amihan Reyes' })).toBeVisible()
  })

  test('long after signing in, changing the password asks for the current one', async ({ page }) => {
    const client = new pg.Client((await runningCluster(`${folder}/db`))!('shop'))
    await client.connect()
    await client.query(`update session set created_at = now() - interval '16 minutes'`)
    await client.end()
    await page.goto(`${server.url}/profile`)
    const profile = form(page, 'Profile')
    await profile.getByLabel('New Password (optional)').fill('a newer password')
    await profile.getByRole('button', { name: 'Update' }).click()
    await expect(profile.getByText('Please confirm your current password')).toBeVisible()
    await expect(profile.getByLabel('Current Password')).toBeFocused()
    await axe(page)
    await profile.getByLabel('Current Password').fill('not this one')
    await profile.getByRole('button', { name: 'Update' }).click()
    await expect(profile.getByText('Your current password is wrong')).toBeVisible()
    await profile.getByLabel('Current Password').fill(admin.ADMIN_PASSWORD)
    await profile.getByRole('button', { name: 'Update' }).click()
    await expect(page.getByText('Profile is updated')).toBeVisible()
    await expect(profile.getByLabel('Current Password')).toBeHidden()
    // Restore the password for the next tests; the new session has just begun.
    await profile.getByLabel('New Password (optional)').fill(admin.ADMIN_PASSWORD)
    await profile.getByRole('button', { name: 'Update' }).click()
    await expect(profile.getByLabel('New Password (optional)')).toHaveValue('')
  })

  test('the company profile is created, then updated; the shop front follows', async ({ page, context }) => {
    await page.goto(`${server.url}/company-profile`)
    await expect(page.getByRole('heading', { name: 'Create Company Profile' })).toBeVisible()
    const create = form(page, 'Create Company Profile')
    await expect(create.getByText('No Image Selected')).toBeVisible()
    await expect(create.getByRole('button', { name: 'Save Profile' })).toBeDisabled()
    await create.getByLabel('Company name').fill('Amihan Jewelry')
    await create.getByLabel('Registration number').fill('JP-2024-118')
    await create.getByLabel('Company email').fill('hello@amihan')
    await expect(wrong(create, 'Enter a valid email')).toBeVisible()
    await create.getByLabel('Company email').fill('hello@amihan.example')
    await create.getByRole('textbox', { name: 'Company phone', exact: true }).fill('+81 52 5550 0142')
    await create.getByLabel('Instagram').fill('amihan')
    await expect(wrong(create, 'Enter a link that begins with https://')).toBeVisible()
    await create.getByLabel('Instagram').fill('https://instagram.example/amihan')
    await create.getByLabel('Lineapp').fill('https://line.me/R/ti/p/~amihan')
    await axe(page)

    // The file claims to be a picture; the server detects that it is none.
    await create
      .getByLabel('Logo file')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no') })
    await create.getByRole('button', { name: 'Save Profile' }).click()
    const oops = page.getByRole('dialog', { name: 'Oops! There was an error while saving the profile.' })
    await expect(oops).toContainText('We cannot read logo.png as a picture')
    await oops.getByRole('button', { name: 'Okay' }).click()
    await context.setOffline(true)
    await create.getByRole('button', { name: 'Save Profile' }).click()
    const thrown = page.getByRole('dialog', { name: 'Company Profile updated' })
    await expect(thrown).toContainText('Not saved: The server cannot be reached')
    await thrown.getByRole('button', { name: 'Okay' }).click()
    await context.setOffline(false)
    await create.getByLabel('Logo file').setInputFiles(await picture('goldenrod'))
    await expect(create.getByRole('img', { name: 'Logo' })).toBeVisible()
    await create.getByRole('button', { name: 'Save Profile' }).click()
    await page.getByRole('dialog', { name: 'Company Profile Saved!' }).getByRole('button', { name: 'Okay' }).click()

    await expect(page.getByRole('heading', { name: 'Edit Company Profile' })).toBeVisible()
    const edit = form(page, 'Edit Company Profile')
    await expect(edit.getByLabel('Registration number')).toHaveValue('JP-2024-118')
    await expect(edit.getByRole('img', { name: 'Logo' })).toHaveAttribute('src', /^\/pictures\//)
    await edit.getByLabel('Tax details').fill('T 118')
    // Another user saves first.
    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('account')!))
    const path = `${server.url}/api/v2/company-profile`
    const headers = { authorization: `Bearer ${kept.token}` }
    const { data } = await (await page.request.get(path, { headers })).json()
    await page.request.put(path, { headers, data: { ...data, companyName: 'Amihan Jewelry Supplies' } })
    await edit.getByRole('button', { name: 'Update Profile' }).click()
    await expect(edit.getByText('This record was changed by someone else while you edited it.')).toBeVisible()
    await edit.getByRole('button', { name: 'Use theirs' }).click()
    await edit.getByLabel('Tax details').fill('T 118')
    await edit.getByRole('button', { name: 'Update Profile' }).click()
    await page.getByRole('dialog', { name: 'Company Profile Saved!' }).getByRole('button', { name: 'Okay' }).click()
    await expect(edit.getByLabel('Company name')).toHaveValue('Amihan Jewelry Supplies')
    await expect(edit.getByLabel('Tax details')).toHaveValue('T 118')
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(edit.getByRole('button', { name: 'Update Profile' })).toBeInViewport()
    await axe(page)

    await page.goto(server.url)
    await expect(page.getByRole('banner')).toContainText('Amihan')
    await expect(page.getByRole('banner').locator('img')).toHaveAttribute('src', /^\/pictures\//)
    await expect(page.getByRole('contentinfo')).toContainText('© 2024 Amihan Jewelry Supplies. All rights reserved.')

    // Most customers write on LINE, so it comes first.
    await page.goto(`${server.url}/contact`)
    await expect(page.locator('.contact').getByRole('term')).toHaveText(['LINE', 'Phone', 'Email'])
    await expect(page.locator('.contact').getByRole('link', { name: '@amihan', exact: true })).toBeVisible()

    await page.goto(`${server.url}/company-profile`)
    await edit.getByRole('button', { name: 'Remove' }).click()
    await edit.getByRole('button', { name: 'Update Profile' }).click()
    await page.getByRole('dialog', { name: 'Company Profile Saved!' }).getByRole('button', { name: 'Okay' }).click()
    await expect(edit.getByText('No Image Selected')).toBeVisible()
  })
})
