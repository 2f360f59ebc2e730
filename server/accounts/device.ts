/** Browsers by their mark in User-Agent. The order matters: most of them also name Chrome or Safari. */
const browsers: readonly [mark: RegExp, name: string][] = [
  [/MicroMessenger\//, 'WeChat'],
  [/DingTalk\//, 'DingTalk'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/HuaweiBrowser\//, 'Huawei Browser'],
  [/MiuiBrowser\//, 'Mi Browser'],
  [/MQQBrowser\/|QQBrowser\//, 'QQ Browser'],
  [/UCBrowser\//, 'UC Browser'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const systems: readonly [mark: RegExp, name: string][] = [
  [/HarmonyOS|OpenHarmony/, 'HarmonyOS'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
]

/** Longer headers are hostile; what names the device stands at their beginning. */
const readCharacters = 512

/**
 * What a person recognises a device by, `Chrome · Android`: names from closed lists, so that neither versions and models,
 * which tell people apart, nor a text of the caller's choice is kept.
 * @returns empty when nothing is known
 */
export function readDevice(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, readCharacters)
  return [nameIn(browsers, text), nameIn(systems, text)].filter((name) => name !== undefined).join(' · ')
}

function nameIn(list: readonly [RegExp, string][], text: string): string | undefined {
  return list.find(([mark]) => mark.test(text))?.[1]
}
