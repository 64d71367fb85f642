//! OpenTafl rules strings.
