import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { Notices } from '#app/layout/RootLayout.tsx'
import { captureInstallPrompt } from '#platform/install-prompt.ts'
import { guides, InstallInstructions } from '../../src/features/visit/install/InstallInstructions.tsx'
import { WechatHint } from '../../src/features/visit/install/InstallScreen.tsx'
import { tablet } from './support/media.ts'
import { encodeText, readCode } from './support/qr-codes.ts'
import { button, heading, link, region } from './support/roles.ts'
import { openScreen, renderPiece } from './support/screen.tsx'
import { text } from './support/texts.ts'

const guidedWays = Object.keys(guides) as (keyof typeof guides)[]

// Which browser has which way is tested beside install-method.ts.
test.each(guidedWays)('the way “%s” is told in three steps, each with its picture [291]', async (way) => {
  await renderPiece(<InstallInstructions method={way} />)
  const steps = region(text(`install:way.${way}`)).getByRole('listitem')
  await expect.element(steps).toHaveLength(3)
  for (const [index, step] of steps.elements().entries()) {
    expect(step).toHaveTextContent(`${index + 1}${text(`install:guide.${way}.${index + 1}`)}`)
    expect(step.querySelector('svg')).toBeVisible()
  }
})

test.each([
  ['prompt', 'promptText'],
  ['insecure', 'insecure'],
  ['desktop', 'desktopText'],
] as const)('the way “%s” is told in words [291]', async (way, words) => {
  await renderPiece(<InstallInstructions method={way} />)
  await expect.element(region(text(`install:way.${way}`)).getByText(text(`install:${words}`))).toBeVisible()
})

test('the address for another browser is copied by a button, or marked for doing so by hand', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce()
  onTestFinished(() => writeText.mockRestore())
  await renderPiece(
    <>
      <InstallInstructions method="ios-other" />
      <Notices />
    </>,
  )
  await button(text('install:copy')).click()
  await expect.element(page.getByText(text('install:copied'))).toBeVisible()
  expect(writeText).toHaveBeenCalledExactlyOnceWith(`${location.origin}/install`)
  writeText.mockRejectedValueOnce(new Error('not allowed'))
  await button(text('install:copy')).click()
  await expect.element(page.getByText(text('install:copyByHand'))).toBeVisible()
  const field = page.getByLabelText(text('install:address')).element() as HTMLInputElement
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length])
})

test('inside WeChat an arrow leads to its menu, in both languages at once, and can be put away [291]', async () => {
  await renderPiece(<WechatHint />)
  const hint = page.getByRole('note', { name: text('install:way.wechat') })
  await expect.element(hint).toMatchTextContent(/选择“在浏览器打开”.*“Open in browser”/)
  await button(text('install:close')).click()
  await expect.element(hint).not.toBeInTheDocument()
})

test('running from the home screen there is nothing to install, and the QR code is folded', async () => {
  // As Safari says it.
  Object.defineProperty(navigator, 'standalone', { value: true, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'standalone'))
  await openScreen('/install')
  await expect.element(heading(text('install:screen.inside'), 1)).toBeVisible()
  await link(text('install:onward.home')).click()
  const summary = heading(text('install:qr.title'))
  await expect.element(summary).toBeVisible()
  await expect.element(heading(text('install:title'))).not.toBeInTheDocument()
  await expect.element(code()).not.toBeInTheDocument()
  await summary.click()
  await expect.element(code()).toBeVisible()
})

const code = () => page.getByRole('img', { name: /\/install/ })

test('home shows a code of this very address, whose page helps with installing and shows it on a desk [20]', async () => {
  await openScreen('/')
  await expectCode(`${location.origin}/install`)
  await expect.element(page.getByText(text('install:qr.ownMachine'))).toBeVisible()
  await openScreen('/install', tablet)
  await expect.element(code()).toBeVisible()
})

test('the code leads to the address that the operator named [23]', async () => {
  const named = Object.assign(document.createElement('meta'), {
    name: 'public-url',
    content: 'https://forum.example',
  })
  document.head.append(named)
  onTestFinished(() => named.remove())
  await openScreen('/')
  await expectCode('https://forum.example/install')
  await expect.element(page.getByText(text('install:qr.ownMachine'))).not.toBeInTheDocument()
})

async function expectCode(address: string): Promise<void> {
  const words = page.getByText(address.replace(/^https?:\/\//, ''), { exact: true })
  await expect.element(words).toBeVisible()
  words.element().scrollIntoView()
  const label = text('install:qr.label', { address })
  await expect.element(page.getByRole('img', { name: label })).toBeVisible()
  expect(readCode(page.getByRole('img', { name: label }))).toEqual(encodeText(address))
}

// The last test: what the browser said of installing holds for as long as the page lives.
test('a browser that offers it installs at a touch, and then tells to open the app', async () => {
  captureInstallPrompt()
  const prompt = vi.fn<() => Promise<void>>(() => Promise.resolve())
  await openScreen('/install')
  dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }))
  await button(text('install:install')).click()
  expect(prompt).toHaveBeenCalledOnce()
  dispatchEvent(new Event('appinstalled'))
  await expect.element(heading(text('install:screen.present'), 1)).toBeVisible()
})
