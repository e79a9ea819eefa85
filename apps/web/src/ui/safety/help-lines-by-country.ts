import type { HelpLine } from './help-lines.ts';

/** By ISO 3166 country. Each line is its country's own public one, or its best known; all of them take calls about others, too. */
const LINES: Readonly<Record<string, readonly HelpLine[]>> = {
  AE: [{ name: 'خط الدعم النفسي', phone: '800 4673', source: 'https://hope.hw.gov.ae' }],
  AR: [{ name: 'Centro de Asistencia al Suicida', phone: '135', source: 'https://www.asistenciaalsuicida.org.ar' }],
  AT: [{ name: 'TelefonSeelsorge', phone: '142', source: 'https://www.telefonseelsorge.at' }],
  AU: [{ name: 'Lifeline', phone: '13 11 14', source: 'https://www.lifeline.org.au' }],
  BE: [
    { name: 'Zelfmoordlijn', phone: '1813', source: 'https://www.zelfmoord1813.be' },
    { name: 'Centre de Prévention du Suicide', phone: '0800 32 123', source: 'https://www.preventionsuicide.be' },
  ],
  BR: [{ name: 'CVV', phone: '188', source: 'https://cvv.org.br' }],
  CA: [{ name: '9-8-8 Suicide Crisis Helpline', phone: '988', source: 'https://988.ca' }],
  CH: [{ name: 'Die Dargebotene Hand · La Main Tendue · Telefono Amico', phone: '143', source: 'https://www.143.ch' }],
  CL: [{ name: 'Línea Prevención del Suicidio', phone: '*4141', source: 'https://www.minsal.cl' }],
  DE: [{ name: 'TelefonSeelsorge', phone: '0800 111 0 111', source: 'https://www.telefonseelsorge.de' }],
  DK: [{ name: 'Livslinien', phone: '70 201 201', source: 'https://www.livslinien.dk' }],
  EG: [{ name: 'الخط الساخن للصحة النفسية', phone: '16328', source: 'https://www.mohp.gov.eg' }],
  ES: [{ name: 'Línea 024', phone: '024', source: 'https://www.sanidad.gob.es/linea024' }],
  FR: [{ name: 'Numéro national de prévention du suicide', phone: '3114', source: 'https://3114.fr' }],
  GB: [{ name: 'Samaritans', phone: '116 123', source: 'https://www.samaritans.org' }],
  HK: [{ name: '撒瑪利亞防止自殺會', phone: '2389 2222', source: 'https://sbhk.org.hk' }],
  IE: [{ name: 'Samaritans', phone: '116 123', source: 'https://www.samaritans.org/ireland' }],
  IN: [{ name: 'Tele-MANAS', phone: '14416', source: 'https://telemanas.mohfw.gov.in' }],
  IT: [{ name: 'Telefono Amico', phone: '02 2327 2327', source: 'https://www.telefonoamico.it' }],
  JP: [
    { name: 'よりそいホットライン', phone: '0120-279-338', source: 'https://www.since2011.net/yorisoi' },
    { name: 'いのちの電話', phone: '0120-783-556', source: 'https://www.inochinodenwa.org' },
  ],
  KR: [{ name: '자살예방 상담전화', phone: '109', source: 'https://www.kfsp.or.kr' }],
  LB: [{ name: 'Embrace', phone: '1564', source: 'https://embracelebanon.org' }],
  MX: [{ name: 'Línea de la Vida', phone: '800 911 2000', source: 'https://www.gob.mx/conasama' }],
  MY: [{ name: 'Befrienders', phone: '03-7627 2929', source: 'https://www.befrienders.org.my' }],
  NL: [{ name: '113 Zelfmoordpreventie', phone: '113', source: 'https://www.113.nl' }],
  NO: [{ name: 'Mental Helse', phone: '116 123', source: 'https://mentalhelse.no' }],
  NZ: [{ name: 'Need to talk?', phone: '1737', source: 'https://1737.org.nz' }],
  SE: [{ name: 'Mind Självmordslinjen', phone: '90101', source: 'https://mind.se' }],
  SG: [{ name: 'Samaritans of Singapore', phone: '1767', source: 'https://www.sos.org.sg' }],
  TW: [
    { name: '安心專線', phone: '1925', source: 'https://www.mohw.gov.tw' },
    { name: '生命線', phone: '1995', source: 'https://www.life1995.org.tw' },
  ],
  US: [{ name: '988 Suicide & Crisis Lifeline', phone: '988', source: 'https://988lifeline.org' }],
  UY: [{ name: 'Línea Vida', phone: '0800 0767', source: 'https://www.asse.com.uy' }],
  ZA: [{ name: 'SADAG', phone: '0800 567 567', source: 'https://www.sadag.org' }],
};

/** The lines of the region's country ("TW-TPE": Taiwan); empty when none are known. */
export function helpLinesOf(region: string | null): readonly HelpLine[] {
  const country = region?.slice(0, 2) ?? '';
  return Object.hasOwn(LINES, country) ? (LINES[country] ?? []) : [];
}
