export { CaretUpIcon } from '@phosphor-icons/react/dist/csr/CaretUp';
export { MicrophoneIcon } from '@phosphor-icons/react/dist/csr/Microphone';
export { MicrophoneSlashIcon } from '@phosphor-icons/react/dist/csr/MicrophoneSlash';
export { PhoneDisconnectIcon } from '@phosphor-icons/react/dist/csr/PhoneDisconnect';
export { SpeakerHighIcon } from '@phosphor-icons/react/dist/csr/SpeakerHigh';
export { SpeakerLowIcon } from '@phosphor-icons/react/dist/csr/SpeakerLow';
