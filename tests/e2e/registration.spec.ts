import { randomInt } from 'node:crypto'
import { registrations } from '../../contract/modules/registrations.ts'
import { expect, test } from '../support/e2e.ts'
import { addApplicant, callForum, openAs, ownRows } from '../support/people.ts'
import { makePngBomb } from '../support/picture-files.ts'
import { makeFace, RegistrationForm, textOf } from '../support/registration-form.ts'
import { untilDrawn } from '../support/until-drawn.ts'

const module = 'registrations'

/** A Chinese mobile of nobody else's. */
const newMobile = () => `136${String(randomInt(10 ** 8)).padStart(8, '0')}`

for (const locale of ['zh-CN', 'en'] as const) {
  test.describe(`registering (${locale})`, () => {
    test.use({ appLocale: locale })

    test('a person registers from the code to the row, once, however often the button is tapped [12, 44, 46, 47, 106-114, 139]', async ({
      page,
      forum,
      conduct,
    }) => {
      const form = new RegistrationForm(page, locale)
      const token = () => page.evaluate(() => sessionStorage.getItem('token') ?? '')
      await page.goto('/register')
      await untilDrawn(page)
      await page.getByRole('link', { name: await textOf(locale, 'register', 'open.start') }).click()
      await form.proveMobile(forum, newMobile())
      await expect(await form.heading('who')).toBeVisible()
      await form.fillWho()
      await form.fillWork()
      await form.choose('sub_forum', ['III', 'II', 'XI'])
      await form.page.getByRole('radio', { name: /^III / }).check()
      await form.choose('activities', ['B'])
      await page.getByRole('switch').check()
      await form.next()
      await form.takePhoto()
      await form.next()
      await expect(page.getByRole('main')).toContainText('E1234 5678')
      const send = await form.button('register', 'send.first')
      await send.dblclick()
      await expect(page).toHaveURL(/\/register\/success/)
      await expect(
        page.getByRole('heading', { level: 1, name: await textOf(locale, 'register', 'success.sent') }),
      ).toBeVisible()

      const rows = await ownRows(forum, module, { token: await token() })
      expect(rows).toHaveLength(1)
      const row = await callForum<Record<string, unknown>>(forum, `/front/query/${module}/${rows[0]?.id}`, {
        token: await token(),
      })
      expect(row).toMatchObject({
        realname: '李雷',
        id_number: '***',
        business_category: 'media',
        other_business_label: null,
        opening_ceremony: true,
        sub_forum: ['t-2', 't-3', 't-11'],
        priority_sub_forum: 't-3',
        activities: ['tour-b'],
        status: 'submitted',
        locale,
        photo: { mediaType: 'image/jpeg' },
      })
      await page.getByRole('link', { name: await textOf(locale, 'register', 'success.home') }).click()
      await expect(page).toHaveURL('/')
      expect(conduct.errors).toEqual([])
      expect(conduct.foreignRequests).toEqual([])
    })
  })
}

test('what is missing or wrong is told at its field, in exact words, and the typed text stays [116, 123, 125-128, 130, 132, T34, T35, T36, T41, T42] @phone', async ({
  page,
  forum,
}) => {
  const form = new RegistrationForm(page, 'en')
  await page.addInitScript(() => localStorage.setItem('locale', 'en'))
  await openAs(page, await addApplicant(forum))
  await form.openStep('who')
  await form.next()
  const summary = page.getByRole('alert')
  await expect(summary).toBeFocused()
  await expect(summary).toContainText('5 entries need your attention')
  for (const name of ['realname', 'id_number', 'email', 'country', 'city'] as const) {
    await expect(form.field(name)).toHaveAccessibleDescription(/(^| )required$/)
    await expect(form.field(name)).toHaveAttribute('aria-invalid', 'true')
  }
  await summary.getByRole('button', { name: /^E-mail/ }).click()
  await expect(form.field('email')).toBeFocused()
  await form.field('email').fill('li@forum')
  await expect(form.field('email')).toHaveAccessibleDescription('E-mail is not a valid email')
  await form.field('id_number').fill('12')
  await expect(form.field('id_number')).toHaveAccessibleDescription(
    /ID number \(passport\) is not a valid ID number$/,
  )
  // One mistake alone takes the focus itself, and goes as it is mended.
  for (const [name, text] of Object.entries({
    realname: 'Li Lei',
    id_number: 'E12345678',
    country: 'China',
    city: 'Suzhou',
  }))
    await form.field(name as 'city').fill(text)
  await form.next()
  await expect(form.field('email')).toBeFocused()
  await expect(form.field('email')).toHaveValue('li@forum')
  await form.field('email').fill('li@forum.example')
  await expect(form.field('email')).toHaveAttribute('aria-invalid', 'false')
  await form.next()
  await form.fillWork()

  const other = page.getByLabel(registrations.fields.other_business_label.label.en)
  await page.goBack()
  await page.getByRole('radio', { name: 'Other', exact: true }).check()
  await form.next()
  await expect(other).toBeFocused()
  await expect(other).toHaveAccessibleDescription('required')
  await page.getByRole('radio', { name: 'Developers' }).check()
  await expect(other).toHaveCount(0)
  await form.next()
  await expect(await form.heading('choices')).toBeVisible()

  // Picks at the same time ask for a priority among themselves, from I to XI; without a clash for none.
  const numerals = form.group('sub_forum').getByRole('checkbox')
  await expect(numerals).toHaveCount(11)
  const names = await numerals.evaluateAll((all) => all.map((box) => box.closest('label')?.innerText ?? ''))
  expect(names.map((name) => name.split(/\s/)[0])).toEqual([
    'I',
    'II',
    'III',
    'IV',
    'V',
    'VI',
    'VII',
    'VIII',
    'IX',
    'X',
    'XI',
  ])
  await form.choose('sub_forum', ['I', 'IX'])
  const priority = page.getByRole('radiogroup')
  await expect(priority).toHaveCount(0)
  await form.choose('sub_forum', ['X'])
  await expect(priority.getByRole('radio')).toHaveCount(2)
  await expect(
    form.group('sub_forum').getByRole('checkbox', { name: /^X .*At the same time as IX/ }),
  ).toBeChecked()
  await form.next()
  await expect(priority).toHaveAccessibleDescription(/required$/)
  await priority.getByRole('radio', { name: /^X / }).check()
  await form.group('sub_forum').getByRole('checkbox', { name: /^X / }).uncheck()
  await expect(priority).toHaveCount(0)
  // Tours at the same time cannot be taken both; beside a sub-forum one leaves early.
  await form.choose('activities', ['A'])
  await expect(
    form.group('activities').getByRole('checkbox', { name: /^A .*Overlaps with sub-forum IX/ }),
  ).toBeChecked()
  await form.choose('activities', ['B'])
  await form.next()
  await expect(form.group('activities')).toHaveAccessibleDescription(
    /Some of these tours take place at the same time/,
  )
  await form.group('activities').getByRole('checkbox', { name: /^B / }).uncheck()
  await form.next()
  await expect(await form.heading('photo')).toBeVisible()

  const fault = page.getByRole('alert').filter({ hasText: /./ })
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(64)])
  await form.pickFile('me.heic', 'image/heic', heic)
  await expect(fault).toContainText('cannot open HEIC')
  await form.pickFile('me.jpg', 'image/jpeg', Buffer.from('%PDF-1.7 is no photo, whatever its name says'))
  await expect(fault).toContainText('This is a PDF')
  await form.pickFile('me.png', 'image/png', await makePngBomb(8000, 5000))
  await expect(fault).toContainText('40 megapixels')
  await form.pickFile('me.jpg', 'image/jpeg', await makeFace(200, 300))
  await expect(fault).toContainText('too small: 200 × 300')
  await form.pickFile('me.jpg', 'image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 1, 2, 3]))
  await expect(fault).toContainText('cannot be opened')
  await form.next()
  await expect(page.getByText('required', { exact: true })).toBeVisible()
  await form.takePhoto()
  await form.next()
  await expect(await form.heading('review')).toBeVisible()
})
