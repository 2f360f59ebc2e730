import type { Localized } from '#contract/locale.ts'
import { text } from './text.ts'

type Kind = 'organiser' | 'co_organiser' | 'partner' | 'media'

const entries: readonly (readonly [id: string, kind: Kind, name: Localized])[] = [
  ['committee', 'organiser', text('论坛组织委员会', 'Organising Committee of the Forum')],
  ['host-city', 'organiser', text('论坛举办城市筹备办公室', 'Preparatory Office of the Host City')],
  ['secretariat', 'organiser', text('论坛国际秘书处', 'International Secretariat of the Forum')],
  ['academic', 'co_organiser', text('论坛学术委员会', 'Academic Committee of the Forum')],
  ['exhibition', 'co_organiser', text('论坛展览承办单位', 'Exhibition Office of the Forum')],
  ['youth', 'co_organiser', text('论坛青年委员会', 'Youth Committee of the Forum')],
  ['wind-solar', 'partner', text('清洁发电战略合作伙伴', 'Strategic Partner for Clean Generation')],
  ['storage', 'partner', text('新型储能钻石合作伙伴', 'Diamond Partner for Energy Storage')],
  ['grid', 'partner', text('智能电网钻石合作伙伴', 'Diamond Partner for Smart Grids')],
  ['mobility', 'partner', text('绿色出行指定合作伙伴', 'Official Partner for Green Travel')],
  ['interpretation', 'partner', text('语言服务指定合作伙伴', 'Official Partner for Interpretation')],
  ['daily', 'media', text('论坛合作日报', 'Partner Daily Newspaper')],
  ['magazine', 'media', text('论坛合作能源期刊', 'Partner Energy Journal')],
  ['broadcast', 'media', text('论坛合作视频平台', 'Partner Video Platform')],
]

/** Organisers and partners by their part in the forum: no real institution lends its name to a sample. */
export const partners = entries.map(([id, kind, name], index) => ({
  id: `p-${id}`,
  position: index + 1,
  kind,
  name,
}))
