import { expect, test } from 'vitest'
import { findInstallWay } from './install-prompt.ts'

const android = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15'
const device = { userAgent: android, touchPoints: 5, installed: false, secure: true, prompt: false }

test('a browser that offers it installs at the touch of a button', () => {
  expect(findInstallWay({ ...device, prompt: true })).toBe('prompt')
  expect(findInstallWay(device)).toBe('none')
})

test('iPhones and iPads get the steps, also an iPad that calls itself a Mac', () => {
  expect(findInstallWay({ ...device, userAgent: iphone })).toBe('ios')
  expect(findInstallWay({ ...device, userAgent: mac })).toBe('ios')
  expect(findInstallWay({ ...device, userAgent: mac, touchPoints: 0 })).toBe('none')
})

test('inside WeChat the way leads to a browser, whatever the phone', () => {
  const userAgent = `${iphone} MicroMessenger/8.0.42`
  expect(findInstallWay({ ...device, userAgent, secure: false })).toBe('wechat')
})

test('plain http says what https would add, unless the app is installed already', () => {
  expect(findInstallWay({ ...device, secure: false, userAgent: iphone })).toBe('insecure')
  expect(findInstallWay({ ...device, secure: false, installed: true })).toBe('installed')
})
