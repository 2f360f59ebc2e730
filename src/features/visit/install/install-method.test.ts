import { describe, expect, test } from 'vitest'
import { detectInstallMethod, type Device, type InstallMethod } from './install-method.ts'

/** Real user agents. */
const agents = {
  chromeAndroid:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
  chromeTablet:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
  edgeAndroid:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36 EdgA/120.0.0.0',
  samsung:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/23.0 Chrome/115.0.0.0 Mobile Safari/537.36',
  firefoxAndroid: 'Mozilla/5.0 (Android 14; Mobile; rv:121.0) Gecko/121.0 Firefox/121.0',
  huawei:
    'Mozilla/5.0 (Linux; Android 12; HarmonyOS; ALN-AL00; HMSCore 6.13.0.302) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/99.0.4844.88 HuaweiBrowser/14.0.2.311 Mobile Safari/537.36',
  harmony:
    'Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile HuaweiBrowser/5.0.4.300',
  xiaomi:
    'Mozilla/5.0 (Linux; U; Android 13; zh-cn; 2211133C Build/TKQ1.220905.001) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.4896.127 Mobile Safari/537.36 XiaoMi/MiuiBrowser/17.9.110910',
  qqBrowser:
    'Mozilla/5.0 (Linux; U; Android 13; zh-cn; V2218A Build/TP1A.220624.014) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/98.0.4758.102 MQQBrowser/14.0 Mobile Safari/537.36',
  safariIphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.2 Mobile/15E148 Safari/604.1',
  safariIpad:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.2 Safari/605.1.15',
  safariOldIpad:
    'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1.2 Mobile/15E148 Safari/604.1',
  safariMac14:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.1 Safari/605.1.15',
  chromeIphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/120.0.6099.119 Mobile/15E148 Safari/604.1',
  chromeIpad:
    'Mozilla/5.0 (iPad; CPU OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/120.0.6099.119 Mobile/15E148 Safari/604.1',
  firefoxIphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/121.0 Mobile/15E148 Safari/605.1.15',
  edgeIphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 EdgiOS/120.0.2210.116 Mobile/15E148 Safari/605.1.15',
  qqBrowserIphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 16_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.0 MQQBrowser/14.2.1 Mobile/15E148 Safari/604.1 QBWebViewUA/2 QBWebViewType/1 WKType/1',
  ucIphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 13_3 like Mac OS X; zh-CN) AppleWebKit/537.51.1 (KHTML, like Gecko) Mobile/17C54 UCBrowser/12.8.2.1268 Mobile AliApp(TUnionSDK/0.1.20)',
  wechatAndroid:
    'Mozilla/5.0 (Linux; Android 13; 22081212C Build/TKQ1.220829.002; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/107.0.5304.141 Mobile Safari/537.36 XWEB/5169 MMWEBSDK/20230504 MMWEBID/1234 MicroMessenger/8.0.37.2380(0x2800253D) WeChat/arm64 Weixin NetType/WIFI Language/zh_CN ABI/arm64',
  wechatIphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.45(0x18002d2f) NetType/WIFI Language/zh_CN',
  wechatDesktop:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/107.0.0.0 Safari/537.36 MicroMessenger/7.0.20.1781(0x6700143B) NetType/WIFI MiniProgramEnv/Windows WindowsWechat/WMPF XWEB/8461',
  qqAndroid:
    'Mozilla/5.0 (Linux; Android 12; M2012K11AC Build/SKQ1.211006.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/98.0.4758.102 MQQBrowser/6.2 TBS/046291 Mobile Safari/537.36 V1_AND_SQ_8.9.58_4106_YYB_D A_8095800 QQ/8.9.58.11050 NetType/WIFI',
  dingtalkIphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/20G75 AliApp(DingTalk/7.1.0) com.laiwang.DingTalk/30188113 Channel/201200 language/zh-Hans-CN',
  facebookIphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/445.0.0.34.118;FBBV/547182459]',
  mailIphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  chromeWindows:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
  edgeWindows:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 Edg/120.0.0.0',
  firefoxLinux: 'Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0',
} as const

const device: Device = {
  userAgent: agents.chromeAndroid,
  touchPoints: 5,
  isStandalone: false,
  isInstalled: false,
  isSecure: true,
  isOffered: false,
}

describe('each browser has its way', () => {
  test.each<[keyof typeof agents, InstallMethod, number?]>([
    ['chromeAndroid', 'chrome'],
    ['chromeTablet', 'chrome'],
    ['edgeAndroid', 'chrome'],
    ['samsung', 'samsung'],
    ['firefoxAndroid', 'firefox'],
    ['huawei', 'android'],
    ['harmony', 'android'],
    ['xiaomi', 'android'],
    ['qqBrowser', 'android'],
    ['safariIphone', 'iphone'],
    ['safariIpad', 'ipad'],
    ['safariOldIpad', 'ipad'],
    ['chromeIphone', 'ios-other'],
    ['chromeIpad', 'ios-other'],
    ['firefoxIphone', 'ios-other'],
    ['edgeIphone', 'ios-other'],
    ['qqBrowserIphone', 'ios-other'],
    ['ucIphone', 'ios-other'],
    ['wechatAndroid', 'wechat'],
    ['wechatIphone', 'wechat'],
    ['wechatDesktop', 'wechat'],
    ['qqAndroid', 'in-app'],
    ['dingtalkIphone', 'in-app'],
    ['facebookIphone', 'in-app'],
    ['mailIphone', 'in-app'],
    ['safariIpad', 'mac-safari', 0],
    ['safariMac14', 'desktop', 0],
    ['chromeWindows', 'desktop-chromium', 0],
    ['edgeWindows', 'desktop-chromium', 0],
    ['firefoxLinux', 'desktop', 0],
  ])('%s: %s [291]', (agent, method, touchPoints = 5) => {
    expect(detectInstallMethod({ ...device, userAgent: agents[agent], touchPoints })).toBe(method)
  })
})

test('a browser that offers it installs at the touch of a button, whatever its menu is like', () => {
  for (const agent of ['chromeAndroid', 'samsung', 'huawei', 'edgeWindows'] as const)
    expect(detectInstallMethod({ ...device, userAgent: agents[agent], isOffered: true })).toBe('prompt')
})

test('the app that runs from the home screen is inside, one that lies there is present', () => {
  for (const userAgent of Object.values(agents)) {
    expect(detectInstallMethod({ ...device, userAgent, isStandalone: true, isInstalled: true })).toBe(
      'inside',
    )
    expect(detectInstallMethod({ ...device, userAgent, isInstalled: true })).toBe('present')
  }
})

test('plain http says so in every real browser; a built-in one is left first', () => {
  expect(detectInstallMethod({ ...device, isSecure: false })).toBe('insecure')
  expect(detectInstallMethod({ ...device, isSecure: false, userAgent: agents.safariIphone })).toBe('insecure')
  expect(detectInstallMethod({ ...device, isSecure: false, userAgent: agents.firefoxLinux })).toBe('insecure')
  expect(detectInstallMethod({ ...device, isSecure: false, userAgent: agents.wechatIphone })).toBe('wechat')
})
