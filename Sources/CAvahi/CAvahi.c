// Stands in for libavahi-client until it is needed: the functions that netdiag calls, under their own names, which load the
// library and hand the call on. Linked in the usual way, it would bring D-Bus and libsystemd along into every run, also
// where nothing is published or browsed.
#include "CAvahi.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

// clang-format off
#define FUNCTIONS(X) \
    X(int, avahi_address_resolver_free, (AvahiAddressResolver *r), (r), AVAHI_ERR_NO_DAEMON) \
    X(AvahiAddressResolver *, avahi_address_resolver_new, (AvahiClient *client, AvahiIfIndex interface, AvahiProtocol protocol, const AvahiAddress *a, AvahiLookupFlags flags, AvahiAddressResolverCallback callback, void *userdata), (client, interface, protocol, a, flags, callback, userdata), NULL) \
    X(char *, avahi_alternative_service_name, (const char *s), (s), NULL) \
    X(int, avahi_client_errno, (AvahiClient *a0), (a0), AVAHI_ERR_NO_DAEMON) \
    X(void, avahi_client_free, (AvahiClient *client), (client), ) \
    X(const char *, avahi_client_get_host_name, (AvahiClient *a0), (a0), NULL) \
    X(const char *, avahi_client_get_host_name_fqdn, (AvahiClient *a0), (a0), NULL) \
    X(AvahiClient *, avahi_client_new, (const AvahiPoll *poll_api, AvahiClientFlags flags, AvahiClientCallback callback, void *userdata, int *error), (poll_api, flags, callback, userdata, error), NULL) \
    X(int, avahi_domain_browser_free, (AvahiDomainBrowser *a0), (a0), AVAHI_ERR_NO_DAEMON) \
    X(AvahiDomainBrowser *, avahi_domain_browser_new, (AvahiClient *client, AvahiIfIndex interface, AvahiProtocol protocol, const char *domain, AvahiDomainBrowserType btype, AvahiLookupFlags flags, AvahiDomainBrowserCallback callback, void *userdata), (client, interface, protocol, domain, btype, flags, callback, userdata), NULL) \
    X(int, avahi_entry_group_add_service_strlst, (AvahiEntryGroup *group, AvahiIfIndex interface, AvahiProtocol protocol, AvahiPublishFlags flags, const char *name, const char *type, const char *domain, const char *host, uint16_t port, AvahiStringList *txt), (group, interface, protocol, flags, name, type, domain, host, port, txt), AVAHI_ERR_NO_DAEMON) \
    X(int, avahi_entry_group_add_service_subtype, (AvahiEntryGroup *group, AvahiIfIndex interface, AvahiProtocol protocol, AvahiPublishFlags flags, const char *name, const char *type, const char *domain, const char *subtype), (group, interface, protocol, flags, name, type, domain, subtype), AVAHI_ERR_NO_DAEMON) \
    X(int, avahi_entry_group_commit, (AvahiEntryGroup *a0), (a0), AVAHI_ERR_NO_DAEMON) \
    X(int, avahi_entry_group_free, (AvahiEntryGroup *a0), (a0), AVAHI_ERR_NO_DAEMON) \
    X(AvahiEntryGroup *, avahi_entry_group_new, (AvahiClient *c, AvahiEntryGroupCallback callback, void *userdata), (c, callback, userdata), NULL) \
    X(int, avahi_entry_group_reset, (AvahiEntryGroup *a0), (a0), AVAHI_ERR_NO_DAEMON) \
    X(int, avahi_entry_group_update_service_txt_strlst, (AvahiEntryGroup *g, AvahiIfIndex interface, AvahiProtocol protocol, AvahiPublishFlags flags, const char *name, const char *type, const char *domain, AvahiStringList *strlst), (g, interface, protocol, flags, name, type, domain, strlst), AVAHI_ERR_NO_DAEMON) \
    X(void, avahi_free, (void *p), (p), ) \
    X(int, avahi_record_browser_free, (AvahiRecordBrowser *a0), (a0), AVAHI_ERR_NO_DAEMON) \
    X(AvahiRecordBrowser *, avahi_record_browser_new, (AvahiClient *client, AvahiIfIndex interface, AvahiProtocol protocol, const char *name, uint16_t clazz, uint16_t type, AvahiLookupFlags flags, AvahiRecordBrowserCallback callback, void *userdata), (client, interface, protocol, name, clazz, type, flags, callback, userdata), NULL) \
    X(int, avahi_service_browser_free, (AvahiServiceBrowser *a0), (a0), AVAHI_ERR_NO_DAEMON) \
    X(AvahiServiceBrowser *, avahi_service_browser_new, (AvahiClient *client, AvahiIfIndex interface, AvahiProtocol protocol, const char *type, const char *domain, AvahiLookupFlags flags, AvahiServiceBrowserCallback callback, void *userdata), (client, interface, protocol, type, domain, flags, callback, userdata), NULL) \
    X(int, avahi_service_resolver_free, (AvahiServiceResolver *r), (r), AVAHI_ERR_NO_DAEMON) \
    X(AvahiServiceResolver *, avahi_service_resolver_new, (AvahiClient *client, AvahiIfIndex interface, AvahiProtocol protocol, const char *name, const char *type, const char *domain, AvahiProtocol aprotocol, AvahiLookupFlags flags, AvahiServiceResolverCallback callback, void *userdata), (client, interface, protocol, name, type, domain, aprotocol, flags, callback, userdata), NULL) \
    X(int, avahi_service_type_browser_free, (AvahiServiceTypeBrowser *a0), (a0), AVAHI_ERR_NO_DAEMON) \
    X(AvahiServiceTypeBrowser *, avahi_service_type_browser_new, (AvahiClient *client, AvahiIfIndex interface, AvahiProtocol protocol, const char *domain, AvahiLookupFlags flags, AvahiServiceTypeBrowserCallback callback, void *userdata), (client, interface, protocol, domain, flags, callback, userdata), NULL) \
    X(const char *, avahi_strerror, (int error), (error), "libavahi-client is missing") \
    X(AvahiStringList *, avahi_string_list_add_arbitrary, (AvahiStringList *l, const uint8_t *text, size_t size), (l, text, size), NULL) \
    X(void, avahi_string_list_free, (AvahiStringList *l), (l), ) \
    X(AvahiStringList *, avahi_string_list_get_next, (AvahiStringList *l), (l), NULL) \
    X(size_t, avahi_string_list_get_size, (AvahiStringList *l), (l), 0) \
    X(uint8_t *, avahi_string_list_get_text, (AvahiStringList *l), (l), NULL)
// clang-format on

static struct {
#define MEMBER(result, name, parameters, arguments, failure) result (*name) parameters;
    FUNCTIONS(MEMBER)
} avahi;
static const char *problem;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void *find(void *library, const char *name) {
    void *found = dlsym(library, name);
    if (!found && !problem) problem = dlerror();
    return found;
}

static void load(void) {
    // Never closed: what it has registered of itself lives as long as the process. libavahi-common comes with it.
    void *library = dlopen("libavahi-client.so.3", RTLD_LAZY | RTLD_LOCAL);
    if (!library) {
        problem = dlerror();
        if (!problem) problem = "libavahi-client.so.3 cannot be loaded";
        return;
    }
#define FIND(result, name, parameters, arguments, failure) avahi.name = (result (*) parameters)find(library, #name);
    FUNCTIONS(FIND)
}

const char *netdiag_avahi_problem(void) {
    pthread_once(&once, load);
    return problem;
}

#define FORWARD(result, name, parameters, arguments, failure) \
    result name parameters { \
        if (netdiag_avahi_problem()) return failure; \
        return avahi.name arguments; \
    }
FUNCTIONS(FORWARD)
