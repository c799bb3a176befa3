/** Package managers of a system: what they bring are programs rather than modules of a language. */
export const SYSTEM_MANAGERS = /brew|apt|apt-get|dnf|yum|zypper|apk|winget|choco|scoop/;
