// SPDX-License-Identifier: Apache-2.0
// C17 7.21: printf is a device function as well (src/cuda/builtin.def); the rest is declared for host code.
#ifndef CUPRUM_STDIO_H
#define CUPRUM_STDIO_H

#include <stdarg.h>
#include <stddef.h>

typedef struct _IO_FILE FILE;
typedef struct {
    long offset, state;
} fpos_t;

#define EOF          (-1)
#define BUFSIZ       8192
#define FILENAME_MAX 4096
#define FOPEN_MAX    16
#define L_tmpnam     20
#define TMP_MAX      238328
#define SEEK_SET     0
#define SEEK_CUR     1
#define SEEK_END     2
#define _IOFBF       0
#define _IOLBF       1
#define _IONBF       2

extern "C" {
extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;

int printf(const char *__restrict__ format, ...);
int fprintf(FILE *f, const char *format, ...);
int sprintf(char *s, const char *format, ...);
int snprintf(char *s, size_t n, const char *format, ...);
int vprintf(const char *format, va_list list);
int vfprintf(FILE *f, const char *format, va_list list);
int vsprintf(char *s, const char *format, va_list list);
int vsnprintf(char *s, size_t n, const char *format, va_list list);
int scanf(const char *format, ...);
int fscanf(FILE *f, const char *format, ...);
int sscanf(const char *s, const char *format, ...);
FILE *fopen(const char *name, const char *mode);
FILE *freopen(const char *name, const char *mode, FILE *f);
FILE *tmpfile(void);
int fclose(FILE *f);
int fflush(FILE *f);
int setvbuf(FILE *f, char *buffer, int mode, size_t n);
void setbuf(FILE *f, char *buffer);
size_t fread(void *p, size_t size, size_t n, FILE *f);
size_t fwrite(const void *p, size_t size, size_t n, FILE *f);
int fseek(FILE *f, long offset, int whence);
long ftell(FILE *f);
void rewind(FILE *f);
int fgetpos(FILE *f, fpos_t *p);
int fsetpos(FILE *f, const fpos_t *p);
int feof(FILE *f);
int ferror(FILE *f);
void clearerr(FILE *f);
int fgetc(FILE *f);
int getc(FILE *f);
int getchar(void);
int ungetc(int c, FILE *f);
char *fgets(char *s, int n, FILE *f);
int fputc(int c, FILE *f);
int putc(int c, FILE *f);
int putchar(int c);
int fputs(const char *s, FILE *f);
int puts(const char *s);
void perror(const char *s);
int remove(const char *name);
int rename(const char *from, const char *to);
}

#endif
