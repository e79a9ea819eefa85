import { LANGUAGES, type Language } from '@yonder/contract';

/** The texts of a push in one language. Names arrive isolated from the sentence's direction. */
export interface PushTexts {
  /** Shown for a user without a name. */
  anonymous: string;
  newMessage: string;
  photo: string;
  voiceMessage: string;
  oneTimeImage: string;
  tapToRead: string;
  hello: string;
  helloFrom(name: string): string;
  found: string;
  foundHint: string;
  match: string;
  matchWith(name: string): string;
  matchHint: string;
  incomingCall: string;
  answerHint: string;
  accept: string;
  decline: string;
  missedCall: string;
  callBackHint: string;
  newComment: string;
  commentHint: string;
  moderation: string;
}

const TEXTS: Readonly<Record<Language, PushTexts>> = {
  en: {
    anonymous: 'Anonymous',
    newMessage: 'New message',
    photo: 'Photo',
    voiceMessage: 'Voice message',
    oneTimeImage: 'Photo to view once',
    tapToRead: 'Tap to read.',
    hello: 'Somebody nearby says hello',
    helloFrom: (name) => `${name} says hello`,
    found: 'We found somebody for you',
    foundHint: 'Come back quickly: they are waiting.',
    match: 'It’s a match!',
    matchWith: (name) => `You and ${name} like each other.`,
    matchHint: 'You like each other.',
    incomingCall: 'Incoming voice call',
    answerHint: 'Tap to answer.',
    accept: 'Accept',
    decline: 'Decline',
    missedCall: 'Missed call',
    callBackHint: 'Tap to call back.',
    newComment: 'New comment',
    commentHint: 'Somebody commented on your moment.',
    moderation: 'News from the moderators',
  },
  'zh-TW': {
    anonymous: '匿名',
    newMessage: '新訊息',
    photo: '照片',
    voiceMessage: '語音訊息',
    oneTimeImage: '一次性圖片',
    tapToRead: '點一下即可閱讀。',
    hello: '附近有人向你打招呼',
    helloFrom: (name) => `${name} 向你打招呼`,
    found: '已為你找到聊天對象',
    foundHint: '快回來，對方正在等你。',
    match: '配對成功！',
    matchWith: (name) => `你和 ${name} 互相喜歡。`,
    matchHint: '你們互相喜歡。',
    incomingCall: '語音來電',
    answerHint: '點一下即可接聽。',
    accept: '接聽',
    decline: '拒絕',
    missedCall: '未接來電',
    callBackHint: '點一下即可回撥。',
    newComment: '新留言',
    commentHint: '有人在你的時刻留言。',
    moderation: '管理員的通知',
  },
  ja: {
    anonymous: '匿名',
    newMessage: '新しいメッセージ',
    photo: '写真',
    voiceMessage: 'ボイスメッセージ',
    oneTimeImage: '一度だけの画像',
    tapToRead: 'タップして読む',
    hello: '近くの人からあいさつが届きました',
    helloFrom: (name) => `${name}さんからあいさつが届きました`,
    found: '話し相手が見つかりました',
    foundHint: '相手が待っています。すぐに戻ってください。',
    match: 'マッチ成立！',
    matchWith: (name) => `${name}さんとお互いに「いいね」しました。`,
    matchHint: 'お互いに「いいね」しました。',
    incomingCall: '音声通話の着信',
    answerHint: 'タップして応答',
    accept: '応答',
    decline: '拒否',
    missedCall: '不在着信',
    callBackHint: 'タップしてかけ直す',
    newComment: '新しいコメント',
    commentHint: 'あなたのひとことにコメントが届きました。',
    moderation: 'モデレーターからのお知らせ',
  },
  ko: {
    anonymous: '익명',
    newMessage: '새 메시지',
    photo: '사진',
    voiceMessage: '음성 메시지',
    oneTimeImage: '한 번 보는 사진',
    tapToRead: '탭하여 읽어 보세요.',
    hello: '주변에 있는 분이 인사했어요',
    helloFrom: (name) => `${name}님이 인사했어요`,
    found: '대화 상대를 찾았어요',
    foundHint: '상대방이 기다리고 있어요. 얼른 돌아오세요.',
    match: '매칭됐어요!',
    matchWith: (name) => `${name}님과 서로 좋아요를 눌렀어요.`,
    matchHint: '서로 좋아요를 눌렀어요.',
    incomingCall: '음성 통화가 왔어요',
    answerHint: '탭하여 받으세요.',
    accept: '받기',
    decline: '거절',
    missedCall: '부재중 전화',
    callBackHint: '탭하여 다시 전화하세요.',
    newComment: '새 댓글',
    commentHint: '내 모먼트에 댓글이 달렸어요.',
    moderation: '관리자가 보낸 알림',
  },
  es: {
    anonymous: 'Anónimo',
    newMessage: 'Mensaje nuevo',
    photo: 'Foto',
    voiceMessage: 'Mensaje de voz',
    oneTimeImage: 'Imagen de una sola vez',
    tapToRead: 'Toca para leerlo.',
    hello: 'Alguien cerca te saluda',
    helloFrom: (name) => `${name} te saluda`,
    found: 'Encontramos a alguien para ti',
    foundHint: 'Vuelve pronto: te está esperando.',
    match: '¡Es un match!',
    matchWith: (name) => `${name} y tú se gustan mutuamente.`,
    matchHint: 'Se gustan mutuamente.',
    incomingCall: 'Llamada de voz entrante',
    answerHint: 'Toca para responder.',
    accept: 'Aceptar',
    decline: 'Rechazar',
    missedCall: 'Llamada perdida',
    callBackHint: 'Toca para devolver la llamada.',
    newComment: 'Comentario nuevo',
    commentHint: 'Alguien comentó tu momento.',
    moderation: 'Aviso de moderación',
  },
  de: {
    anonymous: 'Anonym',
    newMessage: 'Neue Nachricht',
    photo: 'Foto',
    voiceMessage: 'Sprachnachricht',
    oneTimeImage: 'Einmalbild',
    tapToRead: 'Zum Lesen tippen.',
    hello: 'Jemand in der Nähe sagt Hallo',
    helloFrom: (name) => `${name} sagt Hallo`,
    found: 'Wir haben jemanden für dich gefunden',
    foundHint: 'Komm schnell zurück: Du wirst erwartet.',
    match: 'Es ist ein Match!',
    matchWith: (name) => `Du und ${name} mögt euch.`,
    matchHint: 'Ihr mögt euch.',
    incomingCall: 'Eingehender Sprachanruf',
    answerHint: 'Zum Annehmen tippen.',
    accept: 'Annehmen',
    decline: 'Ablehnen',
    missedCall: 'Verpasster Anruf',
    callBackHint: 'Zum Zurückrufen tippen.',
    newComment: 'Neuer Kommentar',
    commentHint: 'Jemand hat deinen Moment kommentiert.',
    moderation: 'Nachricht der Moderation',
  },
  ar: {
    anonymous: 'بلا اسم',
    newMessage: 'رسالة جديدة',
    photo: 'صورة',
    voiceMessage: 'رسالة صوتية',
    oneTimeImage: 'صورة لمرة واحدة',
    tapToRead: 'لمسة واحدة للقراءة.',
    hello: 'تحية من شخص بالقرب منك',
    helloFrom: (name) => `تحية من ${name}`,
    found: 'وجدنا من يتحدث معك',
    foundHint: 'هناك من ينتظر عودتك الآن.',
    match: 'تطابق!',
    matchWith: (name) => `الإعجاب متبادل بينك وبين ${name}.`,
    matchHint: 'الإعجاب متبادل بينكما.',
    incomingCall: 'مكالمة صوتية واردة',
    answerHint: 'لمسة واحدة للرد.',
    accept: 'رد',
    decline: 'رفض',
    missedCall: 'مكالمة فائتة',
    callBackHint: 'لمسة واحدة لمعاودة الاتصال.',
    newComment: 'تعليق جديد',
    commentHint: 'تعليق من شخص على لحظتك.',
    moderation: 'إشعار من الإشراف',
  },
};

/** Falls back to English for a language this version does not know. */
export function textsFor(wanted: string): { lang: Language; texts: PushTexts } {
  const lang = LANGUAGES.find((one) => one === wanted) ?? 'en';
  return { lang, texts: TEXTS[lang] };
}
