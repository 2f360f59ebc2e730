import type { Page } from '@playwright/test'
import { forOrganisers, rest, visit, type AppScreen } from './app-screen.ts'
import { consoleScreens } from './console-screens.ts'
import { findForum } from './forum-process.ts'
import { addApplicant, openAs } from './people.ts'
import { RegistrationForm } from './registration-form.ts'
import { openCenterOf, openOutbox, openSignOut } from './registration-screens.ts'
import { forParticipants } from './participant-screens.ts'
import { leavePerson } from './sign-in.ts'
import { inAnyLanguage } from './texts.ts'
import { encodeTransferCode } from '../../src/features/programme/my-agenda/transfer-code.ts'

/** The sample forum's second day, which has sub-forums side by side. */
const secondDay = '/agenda?day=2023-09-06'

const clashing = ['storage-panel', 'wind-solar-panel']

const session = 'main a[href^="/agenda/"]'
const article = 'main a[href^="/article/view/"]'

/** User agents of browsers with other install methods. */
const agents = {
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.2 Mobile/15E148 Safari/604.1',
  wechat:
    'Mozilla/5.0 (Linux; Android 13; 22081212C Build/TKQ1.220829.002; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/107.0.5304.141 Mobile Safari/537.36 XWEB/5169 MMWEBSDK/20230504 MicroMessenger/8.0.37.2380(0x2800253D) WeChat/arm64 Weixin NetType/WIFI Language/zh_CN',
} as const

/** Every screen in the order of a visit, with a selector that shows that it is complete. */
export const screens: readonly AppScreen[] = [
  at('home', '/', article),
  at('agenda', `${secondDay}&view=list`, session),
  at('agenda-grid', `${secondDay}&view=grid`, session),
  at('agenda-search', '/agenda?q=氢能', session),
  { name: 'agenda-filter', open: openFilter },
  { name: 'agenda-mine', open: openClashes },
  { name: 'agenda-carry', open: openCarry },
  { name: 'agenda-take', open: openTake },
  at('session', '/agenda/storage-panel', '#session-about'),
  missing('session-missing', '/agenda/no-such-session'),
  at('news', '/news', article),
  at('category', '/article/category/c-notice', article),
  at('category-guides', '/article/category/c-guides', 'main section a'),
  at('article', '/article/view/20230801', 'article p'),
  at('article-document', '/article/view/D001', 'article li button'),
  at('article-question', '/article/view/Q001', 'article section a'),
  missing('article-missing', '/article/view/00000'),
  at('downloads', '/download', 'main li button'),
  at('live', '/live', 'main article h3'),
  at('show', '/show', 'main section a[href^="/show/"]'),
  at('exhibitor', '/show/e-b02', 'main section a[href^="/show/"]'),
  at('suzhou', '/suzhou', 'main figure svg'),
  at('suzhou-taxi', '/suzhou?taxi=venue', 'dialog[open]'),
  { name: 'suzhou-map', open: openMap },
  at('qa', '/qa', 'main details'),
  at('qa-open', '/qa?open=Q011', 'main details[open] p'),
  at('ask', '/qa/ask', 'main form textarea'),
  { name: 'ask-own', open: (page) => forParticipants(page, '/qa/ask') },
  at('search', '/search', 'main section button'),
  at('search-all', '/search?q=储能', 'main h3'),
  at('search-group', '/search?q=能&group=meetings', 'main h3'),
  at('search-none', '/search?q=zebra', 'main section button'),
  { name: 'more', open: openMore },
  { name: 'register', open: openLanding },
  { name: 'register-who', open: (page) => openRegistration(page, 'who', (form) => form.next()) },
  { name: 'register-choices', open: (page) => openRegistration(page, 'choices', chooseClashing) },
  { name: 'register-photo', open: (page) => openRegistration(page, 'photo') },
  { name: 'register-review', open: (page) => openRegistration(page, 'who', (form) => form.fillAll()) },
  { name: 'register-staff', open: (page) => openRegistration(page, 'work', undefined, '/register/staff') },
  at('sign-in', '/user/login', 'form input'),
  at('sign-in-code', '/user/login?way=code', 'form input'),
  { name: 'travel', open: (page) => forParticipants(page, '/user/travel') },
  { name: 'side-meeting-form', open: (page) => forParticipants(page, '/user/side-meetings?form=new') },
  { name: 'payment', open: (page) => forParticipants(page, '/user/side-meetings/payment') },
  { name: 'materials', open: (page) => forParticipants(page, '/user/materials') },
  { name: 'session-note', open: (page) => forParticipants(page, '/agenda/storage-panel') },
  { name: 'notes', open: (page) => forParticipants(page, '/user/notes') },
  ...(['submitted', 'more_info', 'approved', 'declined'] as const).map((state) => ({
    name: `user-center-${state}`,
    open: (page: Page) => openCenterOf(page, state),
  })),
  { name: 'outbox', open: openOutbox, refusedWith: 409, needsSealing: true },
  { name: 'sign-out', open: openSignOut, refusedWith: 409, needsSealing: true },
  forOrganisers('user-center', '/user/center', 'main fieldset'),
  forOrganisers('password', '/user/password', 'main form'),
  forOrganisers('second-factor', '/user/second-factor', 'main form'),
  forOrganisers('own-data', '/user/data', 'main form'),
  at('install', '/install', 'main h1'),
  inBrowser('install-iphone', agents.iphone),
  inBrowser('install-wechat', agents.wechat),
  at('not-found', '/nowhere', 'h1'),
  ...consoleScreens,
]

function at(name: string, path: string, shows: string): AppScreen {
  return { name, open: (page) => visit(page, path, shows) }
}

function missing(name: string, path: string): AppScreen {
  return { ...at(name, path, 'h1'), refusedWith: 404 }
}

/** The landing page in another browser; the next screen opens in the test's own browser again. */
function inBrowser(name: string, userAgent: string): AppScreen {
  const open = async (page: Page) => {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setUserAgentOverride', { userAgent })
    await visit(page, '/install', '#install-way')
    await devtools.detach()
  }
  return { name, open }
}

async function openFilter(page: Page): Promise<void> {
  await visit(page, `${secondDay}&view=list`, session)
  await page.locator('main button[aria-haspopup="dialog"]').first().click()
  await page.getByRole('dialog').waitFor()
  await rest(page)
}

async function openClashes(page: Page): Promise<void> {
  for (const id of clashing) {
    await visit(page, `/agenda/${id}`, 'article header button')
    const star = page.locator('article header button[aria-pressed]')
    if ((await star.getAttribute('aria-pressed')) === 'false') await star.click()
  }
  await visit(page, `${secondDay}&view=list&mine=true`, session)
}

async function openMap(page: Page): Promise<void> {
  await visit(page, '/suzhou', 'main figure svg')
  await page.locator('main figure button').click()
  await page.getByRole('dialog').waitFor()
  await rest(page)
}

async function openCarry(page: Page): Promise<void> {
  await openClashes(page)
  await page.getByRole('button', { name: inAnyLanguage('my-agenda:carry.open', { exact: true }) }).click()
  await page.getByRole('dialog').getByRole('img').waitFor()
  await rest(page)
}

/** Favourites of another device: a session that is starred here, two that are not, one of another forum. */
async function openTake(page: Page): Promise<void> {
  const code = encodeTransferCode([...clashing, 'opening-ceremony', 'hydrogen-pipelines', 'elsewhere'])
  await visit(page, `/agenda/take#${code}`, 'main li')
}

/** Opens the sheet behind the last tab of a phone; a tablet shows all of it in its header, and shows home. */
async function openMore(page: Page): Promise<void> {
  await visit(page, '/', article)
  const more = page.locator('nav button[aria-haspopup="dialog"]')
  if (!(await more.isVisible())) return
  await more.click()
  await page.getByRole('dialog').waitFor()
  await rest(page)
}

async function openLanding(page: Page): Promise<void> {
  await leavePerson(page)
  await visit(page, '/register', '#register-steps')
}

/** A step of the registration of a user whose mobile number was just verified. */
async function openRegistration(
  page: Page,
  step: string,
  then?: (form: RegistrationForm) => Promise<void>,
  path?: string,
): Promise<void> {
  await page.goto('/user/login')
  const locale = await page.evaluate(() => document.documentElement.lang)
  await openAs(page, await addApplicant(findForum(page.url())))
  const form = new RegistrationForm(page, locale === 'en' ? 'en' : 'zh-CN')
  await form.openStep(step, path)
  await page.locator('main form input').first().waitFor()
  await then?.(form)
  await rest(page)
}

/** Chooses two sub-forums at the same time, without a priority. */
async function chooseClashing(form: RegistrationForm): Promise<void> {
  await form.choose('sub_forum', ['II', 'III'])
  await form.next()
}
