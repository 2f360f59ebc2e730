import {
  forumSetting,
  registrationSetting,
  secondFactorSetting,
  sideMeetingPaymentSetting,
  sideMeetingSetting,
} from '#contract/forum.ts'
import { arriveStations } from '#contract/modules/arrive-stations.ts'
import { createRows, toForumInstant, createRichTextFromLines } from './create-rows.ts'
import categoryData from './data/article-category.json' with { type: 'json' }
import documentData from './data/documents.json' with { type: 'json' }
import exhibitorData from './data/exhibitors.json' with { type: 'json' }
import hallPlanData from './data/hall-plans.json' with { type: 'json' }
import newsData from './data/informations.json' with { type: 'json' }
import liveStreamData from './data/live-streams.json' with { type: 'json' }
import materialData from './data/materials.json' with { type: 'json' }
import pageData from './data/pages.json' with { type: 'json' }
import partnerData from './data/partners.json' with { type: 'json' }
import placeData from './data/places.json' with { type: 'json' }
import qaData from './data/qa.json' with { type: 'json' }
import {
  accounts,
  registrations,
  sideMeetings,
  speechMaterials,
  staffRegistrations,
  travelInfos,
} from './people.ts'
import { meetingRooms, rooms, sessions, speakers, tourRoutes, tracks } from './programme.ts'

/** Settings of an empty database. Organisers change them in the console. */
export const settings = [
  { id: 'forum', name: 'forum', value: forumSetting, is_public: true },
  { id: 'registration', name: 'registration', value: registrationSetting, is_public: true },
  { id: 'side-meetings', name: 'side_meetings', value: sideMeetingSetting, is_public: true },
  // Only those who have to pay see the payee.
  {
    id: 'side-meeting-payment',
    name: 'side_meeting_payment',
    value: sideMeetingPaymentSetting,
    is_public: false,
  },
  {
    id: 'second-factor',
    name: 'second_factor',
    value: secondFactorSetting,
    is_public: false,
    is_secret: true,
  },
]

/** News, published and drafts. */
export const news = createRows('informations', newsData, (article) => ({
  ...article,
  id: `n-${article.no}`,
  published_at: toForumInstant(article.published_at),
  body: createRichTextFromLines(article.body),
}))

/** Pages of business and travel, in their order. */
export const pages = createRows('pages', pageData, (page, index) => ({
  ...page,
  id: `page-${page.slug}`,
  position: index + 1,
  body: createRichTextFromLines(page.body),
}))

/** Places for visitors, in their order. Hotels are described, not named: no real one lends its name. */
export const places = createRows('places', placeData, ({ station, ...place }, index) => ({
  ...place,
  position: index + 1,
  name: place.name ?? getStationName(station),
}))

/** A document and its file. */
export interface SampleDocument {
  row: Omit<(typeof documentRows)[number], 'file'>
  /** Name in the folder `files`, in ASCII for every file system. */
  fileName: string
  /** Name of the download. */
  downloadName: string
}

const documentRows = createRows('documents', documentData, (document) => ({
  is_hot: false,
  needs_sign_in: false,
  ...document,
  id: `d-${document.no}`,
  published_at: toForumInstant(document.published_at),
  status: 'published',
  // The files are in Chinese, followed by the English.
  language: 'both',
}))

/** Documents to download; scripts/make-sample-files.ts makes their files. */
export const documents: readonly SampleDocument[] = documentRows.map(({ file: fileName, ...row }) => {
  const extension = fileName.slice(fileName.lastIndexOf('.'))
  return { row, fileName, downloadName: `${row.title['zh-CN']}${extension}` }
})

/** The two halls of the exhibition; scripts/make-sample-pictures.ts draws their pictures. */
export const hallPlans = createRows('hall_plans', hallPlanData, (hall, index) => ({
  ...hall,
  position: index + 1,
}))

/** Size of the pictures of the halls, in pixels. */
export const planSize = { width: 1600, height: 1000 }

/** The middle of each booth in the picture of its hall, in pixels. */
export const boothCentres = exhibitorData.map(({ booth, hall, x, y }) => ({ booth, hall, x, y }))

/** The mark of a booth lies this far below its middle, in pixels: it leaves the booth's number free. */
const markOffset = 18

/** Exhibitors by what they show: no real company lends its name. */
export const exhibitors = createRows('exhibitors', exhibitorData, ({ x, y, ...exhibitor }, index) => ({
  ...exhibitor,
  id: `e-${exhibitor.booth.toLowerCase()}`,
  position: index + 1,
  plan_x: toThousandths(x, planSize.width),
  plan_y: toThousandths(y + markOffset, planSize.height),
}))

/** Organisers and partners by their role in the forum: no real institution lends its name. */
export const partners = createRows('partners', partnerData, (partner, index) => ({
  ...partner,
  position: index + 1,
}))

/**
 * Rows of each module except documents, whose files are stored first; files and photos are added later. A module comes
 * after the modules to which its rows point.
 */
export const sampleRows = {
  settings,
  rooms,
  tracks,
  speakers,
  sessions,
  tour_routes: tourRoutes,
  meeting_rooms: meetingRooms,
  article_category: createRows('article_category', categoryData, (category, index) => ({
    ...category,
    position: index + 1,
  })),
  informations: news,
  materials: createRows('materials', materialData, (material) => ({
    ...material,
    published_at: toForumInstant(material.published_at),
  })),
  qa: createRows('qa', qaData, (question, index) => ({
    ...question,
    id: `qa-${index + 1}`,
    no: `Q${String(index + 1).padStart(3, '0')}`,
    position: index + 1,
    published_at: toForumInstant('2023-08-01T09:00'),
    status: 'published',
    body: createRichTextFromLines(question.body),
  })),
  pages,
  places,
  partners,
  hall_plans: hallPlans,
  exhibitors,
  live_streams: createRows('live_streams', liveStreamData, (stream, index) => ({
    ...stream,
    position: index + 1,
    starts_at: toForumInstant(stream.starts_at),
    ends_at: toForumInstant(stream.ends_at),
  })),
  users: accounts,
  registrations,
  staff_registrations: staffRegistrations,
  travel_infos: travelInfos,
  side_meetings: sideMeetings,
  speech_materials: speechMaterials,
} satisfies Record<string, readonly { id: string }[]>

/** Gets the name of a station as the form for travel information has it. */
function getStationName(station: string | undefined) {
  const stationOption = arriveStations.find(({ value }) => value === station)
  if (!stationOption) throw new Error(`the place has no name, and no station is called ${station}`)
  return stationOption.label
}

function toThousandths(pixels: number, size: number): number {
  return Math.round((pixels / size) * 1000)
}
