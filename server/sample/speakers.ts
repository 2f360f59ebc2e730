import type { Localized } from '#contract/locale.ts'
import { text } from './text.ts'

interface SpeakerRow {
  id: string
  name: Localized
  organisation: Localized
}

/** Kinds of organisation; the sample names nobody's employer, only what it is. */
const government = text('政府机构', 'Government')
const international = text('国际组织', 'International organisation')
const research = text('科研机构', 'Research institute')
const university = text('高等院校', 'University')
const industry = text('能源企业', 'Energy company')
const maker = text('装备制造企业', 'Equipment manufacturer')
const grid = text('电网企业', 'Grid company')
const finance = text('金融机构', 'Financial institution')
const association = text('行业协会', 'Industry association')
const startup = text('创业企业', 'Start-up')

const speaker = (id: string, organisation: Localized, zh: string, en: string): SpeakerRow => ({
  id: `sp-${id}`,
  name: text(zh, en),
  organisation,
})

/** Speakers by position. No person is invented: a made-up name may belong to somebody. */
export const speakers: readonly SpeakerRow[] = [
  speaker(
    'energy-official',
    government,
    '国家能源主管部门负责人',
    'Senior official, national energy authority',
  ),
  speaker(
    'planning-director',
    government,
    '国家能源主管部门规划司司长',
    'Director of planning, national energy authority',
  ),
  speaker(
    'climate-official',
    government,
    '国家气候主管部门负责人',
    'Senior official, national climate authority',
  ),
  speaker('province-leader', government, '省级人民政府分管负责人', 'Senior official, provincial government'),
  speaker(
    'city-leader',
    government,
    '举办城市人民政府负责人',
    'Senior official, government of the host city',
  ),
  speaker(
    'housing-official',
    government,
    '城乡建设主管部门处长',
    'Head of division, housing and urban development authority',
  ),
  speaker('transport-official', government, '交通运输主管部门处长', 'Head of division, transport authority'),
  speaker(
    'park-director',
    government,
    '国家级开发区管委会副主任',
    'Deputy director, national development zone',
  ),
  speaker('counsellor', government, '外国驻华使馆能源参赞', 'Energy counsellor, foreign embassy in China'),
  speaker(
    'energy-agency-head',
    international,
    '国际能源组织副总干事',
    'Deputy director-general, international energy organisation',
  ),
  speaker(
    'renewables-analyst',
    international,
    '国际可再生能源组织高级分析师',
    'Senior analyst, international renewables organisation',
  ),
  speaker(
    'development-bank',
    international,
    '多边开发银行能源部主任',
    'Director for energy, multilateral development bank',
  ),
  speaker(
    'climate-secretariat',
    international,
    '国际气候机构项目主任',
    'Programme director, international climate body',
  ),
  speaker(
    'maritime-adviser',
    international,
    '国际航运组织技术顾问',
    'Technical adviser, international shipping organisation',
  ),
  speaker(
    'chief-expert',
    research,
    '国家能源研究机构首席专家',
    'Chief expert, national energy research institute',
  ),
  speaker('strategy-head', research, '能源战略研究中心主任', 'Director, centre for energy strategy'),
  speaker('wind-researcher', research, '风电研究所总工程师', 'Chief engineer, wind power research institute'),
  speaker('solar-researcher', research, '光伏材料实验室主任', 'Director, photovoltaic materials laboratory'),
  speaker(
    'storage-researcher',
    research,
    '储能技术研究所所长',
    'Director, energy storage research institute',
  ),
  speaker('safety-researcher', research, '电池安全检测中心主任', 'Director, battery safety testing centre'),
  speaker(
    'hydrogen-researcher',
    research,
    '氢能研究中心首席科学家',
    'Chief scientist, hydrogen research centre',
  ),
  speaker(
    'power-planner',
    research,
    '电力规划设计机构总规划师',
    'Chief planner, power planning and design institute',
  ),
  speaker(
    'carbon-researcher',
    research,
    '碳市场研究中心副主任',
    'Deputy director, carbon market research centre',
  ),
  speaker(
    'building-researcher',
    research,
    '建筑节能研究院副院长',
    'Vice president, institute for building energy efficiency',
  ),
  speaker(
    'metallurgy-researcher',
    research,
    '冶金低碳技术研究院院长',
    'President, institute for low-carbon metallurgy',
  ),
  speaker(
    'meteorologist',
    research,
    '气象服务中心首席预报员',
    'Chief forecaster, meteorological service centre',
  ),
  speaker(
    'standards-expert',
    research,
    '标准化研究院氢能标准专家',
    'Hydrogen standards expert, standardisation institute',
  ),
  speaker('economics-professor', university, '能源经济学教授', 'Professor of energy economics'),
  speaker('power-professor', university, '电力系统教授', 'Professor of power systems'),
  speaker('chemistry-professor', university, '电化学教授', 'Professor of electrochemistry'),
  speaker('architecture-professor', university, '建筑技术科学教授', 'Professor of building science'),
  speaker('policy-professor', university, '气候政策教授', 'Professor of climate policy'),
  speaker('computer-professor', university, '人工智能教授', 'Professor of artificial intelligence'),
  speaker('doctoral-student', university, '能源工程专业博士生', 'Doctoral student in energy engineering'),
  speaker('postdoc', university, '海洋能源方向博士后研究员', 'Postdoctoral researcher in ocean energy'),
  speaker('group-chair', industry, '大型能源集团董事长', 'Chair, major energy group'),
  speaker('base-manager', industry, '大型风光基地项目总经理', 'General manager, wind and solar base'),
  speaker(
    'offshore-developer',
    industry,
    '海上风电开发企业副总裁',
    'Vice president, offshore wind developer',
  ),
  speaker('storage-operator', industry, '储能电站运营企业总经理', 'General manager, storage plant operator'),
  speaker('hydrogen-producer', industry, '绿氢生产企业总经理', 'General manager, green hydrogen producer'),
  speaker('aggregator', industry, '虚拟电厂运营商总经理', 'General manager, virtual power plant operator'),
  speaker(
    'charging-operator',
    industry,
    '充换电运营商首席技术官',
    'Chief technology officer, charging and battery-swap operator',
  ),
  speaker(
    'chemical-manager',
    industry,
    '化工企业可持续发展总监',
    'Director of sustainability, chemical company',
  ),
  speaker('cement-engineer', industry, '水泥企业总工程师', 'Chief engineer, cement company'),
  speaker('district-energy', industry, '区域能源服务企业总经理', 'General manager, district energy company'),
  speaker(
    'airline-fuel',
    industry,
    '可持续航空燃料企业技术总监',
    'Technical director, sustainable aviation fuel producer',
  ),
  speaker(
    'turbine-maker',
    maker,
    '风电整机企业首席技术官',
    'Chief technology officer, wind turbine manufacturer',
  ),
  speaker(
    'inverter-maker',
    maker,
    '光伏逆变器企业研发总监',
    'Director of research, solar inverter manufacturer',
  ),
  speaker('battery-maker', maker, '动力与储能电池企业副总裁', 'Vice president, battery manufacturer'),
  speaker(
    'electrolyser-maker',
    maker,
    '电解槽制造企业首席技术官',
    'Chief technology officer, electrolyser manufacturer',
  ),
  speaker(
    'truck-maker',
    maker,
    '新能源商用车企业副总工程师',
    'Deputy chief engineer, electric truck manufacturer',
  ),
  speaker(
    'heat-pump-maker',
    maker,
    '工业热泵企业研发负责人',
    'Head of development, industrial heat pump manufacturer',
  ),
  speaker(
    'grid-dispatcher',
    grid,
    '电网企业调度控制中心主任',
    'Director of the control centre, grid company',
  ),
  speaker('grid-digital', grid, '电网企业数字化部副主任', 'Deputy head of digitalisation, grid company'),
  speaker('power-exchange', grid, '电力交易机构副总经理', 'Deputy general manager, power exchange'),
  speaker('green-bank', finance, '商业银行绿色金融部总经理', 'Head of green finance, commercial bank'),
  speaker('fund-partner', finance, '气候投资基金合伙人', 'Partner, climate investment fund'),
  speaker(
    'rating-director',
    finance,
    '评级机构可持续金融总监',
    'Director of sustainable finance, rating agency',
  ),
  speaker('carbon-exchange', finance, '碳交易机构副总经理', 'Deputy general manager, carbon exchange'),
  speaker(
    'wind-association',
    association,
    '风能行业协会秘书长',
    'Secretary-general, wind energy association',
  ),
  speaker(
    'storage-association',
    association,
    '储能产业联盟秘书长',
    'Secretary-general, energy storage alliance',
  ),
  speaker(
    'building-association',
    association,
    '绿色建筑协会专家委员',
    'Expert committee member, green building association',
  ),
  speaker(
    'youth-association',
    association,
    '国际青年能源网络协调人',
    'Coordinator, international youth energy network',
  ),
  speaker('software-founder', startup, '能源软件企业创始人', 'Founder, energy software company'),
  speaker('recycling-founder', startup, '电池回收企业创始人', 'Founder, battery recycling company'),
]
