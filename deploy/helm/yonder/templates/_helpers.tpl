{{- define "yonder.labels" -}}
app.kubernetes.io/name: yonder
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "yonder.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag }}
{{- end -}}

{{/* What every process of the product runs as, and with. */}}
{{- define "yonder.pod" -}}
serviceAccountName: {{ .Release.Name }}
automountServiceAccountToken: false
# A service called `relay` would else set RELAY_PORT.
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "yonder.container" -}}
image: {{ include "yonder.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
envFrom:
  - configMapRef: { name: {{ .Release.Name }} }
{{- end -}}
